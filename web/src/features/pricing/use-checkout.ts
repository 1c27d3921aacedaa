import { useEffect, useRef, useState } from 'react';
import { useToasts } from '../../app/toasts';
import { type CallFailure, failureText } from '../../lib/call-gateway';
import { usePaymentControllerCreateSessionMutation } from '../../lib/generated-api';
import { leaveMessage } from '../../lib/left-message';
import { pricing } from '../../texts/pricing';
import { browser } from '../../lib/browser';
import type { Order, Quote } from './use-quote';

/**
 * Pays an order at the price of its quote, once per click: further clicks do nothing until the page is left or the call has failed. The message of
 * a wallet payment is shown, and shown again after the page has reloaded (WEB-20). A user who returns from the checkout may pay again.
 */
export function useCheckout(onQuoteExpired: () => void) {
  const toasts = useToasts();
  const [create] = usePaymentControllerCreateSessionMutation();
  const [isPaying, setPaying] = useState(false);
  // State is updated too late for the second half of a double click.
  const locked = useRef(false);

  useEffect(() => {
    // When the user returns from the checkout, the browser may show this page as it was left, with its lock.
    const shownAgain = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      locked.current = false;
      setPaying(false);
    };
    window.addEventListener('pageshow', shownAgain);
    return () => window.removeEventListener('pageshow', shownAgain);
  }, []);

  const pay = async (order: Order, quote: Quote, referralCode: string) => {
    if (locked.current) return;
    locked.current = true;
    setPaying(true);
    const { extend, ...rest } = order;
    const code = referralCode.trim();
    const answer = await create({
      body: {
        ...rest,
        quote_id: quote.quote_id,
        ...(extend ? { extend } : {}),
        ...(code ? { referral_code: code } : {}),
      },
    });
    if (answer.data?.url) {
      browser.goTo(answer.data.url);
      return;
    }
    if (answer.data) {
      const text = answer.data.message || pricing.paid;
      toasts.success(text);
      leaveMessage('/pricing', text);
      browser.reload();
      return;
    }
    locked.current = false;
    setPaying(false);
    if ((answer.error as CallFailure | undefined)?.code === 'quote_expired') onQuoteExpired();
    else toasts.error(failureText(answer.error, pricing.sessionFailed));
  };
  return { pay, isPaying };
}
