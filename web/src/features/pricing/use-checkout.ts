import { useEffect, useRef, useState } from 'react';
import { useToasts } from '../../app/toasts';
import { type CallFailure, failureText } from '../../lib/call-gateway';
import {
  type PaymentControllerCreateSessionApiArg,
  usePaymentControllerCreateSessionMutation,
} from '../../lib/generated-api';
import { leaveMessage } from '../../lib/left-message';
import { pricing } from '../../texts/pricing';
import { browser } from '../../lib/browser';
import { isFinal, repeatReason, Repeats } from '../playground/repeat';
import type { Order, Quote } from './use-quote';

/**
 * Pays an order at the price of its quote, once per click: further clicks do nothing until the page is left or the call has failed. The message of
 * a wallet payment is shown, and shown again after the page has reloaded (WEB-20). A user who returns from the checkout may pay again. A call whose
 * answer was lost may have paid. Its repeats have the same Idempotency-Key, also after another click, so that the order is paid once (API-34).
 */
export function useCheckout(onQuoteExpired: () => void) {
  const toasts = useToasts();
  const [create] = usePaymentControllerCreateSessionMutation();
  const [isPaying, setPaying] = useState(false);
  // State is updated too late for the second half of a double click.
  const locked = useRef(false);
  const isLeft = useRef(false);
  const unanswered = useRef<{ order: string; key: string }>(null);

  useEffect(() => {
    isLeft.current = false;
    // When the user returns from the checkout, the browser may show this page as it was left, with its lock.
    const shownAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      locked.current = false;
      setPaying(false);
    };
    window.addEventListener('pageshow', shownAgain);
    return () => {
      isLeft.current = true;
      window.removeEventListener('pageshow', shownAgain);
    };
  }, []);

  /** Places the order until an answer arrives: a limited number of times, and not after the page was left. */
  const place = async (body: PaymentControllerCreateSessionApiArg['body']) => {
    const order = JSON.stringify(body);
    if (unanswered.current?.order !== order) unanswered.current = { order, key: crypto.randomUUID() };
    const { key } = unanswered.current;
    const repeats = new Repeats();
    for (;;) {
      const answer = await create({ 'Idempotency-Key': key, body });
      if (answer.data || isFinal(answer.error)) unanswered.current = null;
      const delay = answer.data ? null : repeats.next(answer.error, Date.now(), Math.random());
      if (delay === null) return answer;
      await new Promise((resolve) => window.setTimeout(resolve, delay));
      if (isLeft.current) return answer;
    }
  };

  const paid = (text: string) => {
    toasts.success(text);
    leaveMessage('/pricing', text);
    browser.reload();
  };

  const pay = async (order: Order, quote: Quote, referralCode: string) => {
    if (locked.current) return;
    locked.current = true;
    setPaying(true);
    const { extend, ...rest } = order;
    const code = referralCode.trim();
    const answer = await place({
      ...rest,
      quote_id: quote.quote_id,
      ...(extend ? { extend } : {}),
      ...(code ? { referral_code: code } : {}),
    });
    if (answer.data?.url) {
      browser.goTo(answer.data.url);
      return;
    }
    if (answer.data) return paid(answer.data.message || pricing.paid);
    const refusal = (answer.error as CallFailure | undefined)?.code;
    // An earlier order paid it, for example before the user came back from the checkout.
    if (refusal === 'quote_used') return paid(pricing.paidBefore);
    locked.current = false;
    setPaying(false);
    if (refusal === 'quote_expired') onQuoteExpired();
    else if (repeatReason(answer.error) === 'lost') toasts.error(pricing.lost);
    else toasts.error(failureText(answer.error, pricing.sessionFailed));
  };
  return { pay, isPaying };
}
