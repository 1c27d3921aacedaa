import type { IncomingHttpHeaders } from 'node:http';
import type Stripe from 'stripe';
import type { ApiAnswer } from './api.js';
import type { Books } from './books.js';
import { checkoutPage, pagePolicy } from './checkout-page.js';
import type { Checkouts } from './checkouts.js';
import { StripeRefusal } from './stripe-refusal.js';

type Session = Stripe.Checkout.Session;
type Outcome = 'paid' | 'declined' | 'processing' | 'canceled' | 'settled' | 'failed';

const PATH = /^\/c\/pay\/(cs_test_\w+)(?:\/(pay|decline|later|cancel|settle|fail))?$/;

/**
 * The hosted page at `/c/pay/:id`, and the actions of its buttons: POST below it to /pay, /decline, /later or /cancel; /settle and /fail end a bank
 * debit. A browser is redirected as by Stripe. A script, which does not ask for HTML, gets JSON with `outcome` and the address of the redirect
 * (`redirect`). `?card=name` chooses the card. `seller` is the name on the page when the session has none.
 */
export function checkoutHandler(books: Books, checkouts: Checkouts, seller: string) {
  const actions: Record<string, (id: string, card: string) => [Outcome, Session]> = {
    pay: (id, card) => ['paid', checkouts.pay(id, card)],
    decline: (id, card) => ['declined', checkouts.decline(id, card)],
    later: (id) => ['processing', checkouts.payLater(id)],
    // As at Stripe, the session stays open: the payer may return.
    cancel: (id) => ['canceled', checkouts.get(id)],
    settle: (id) => ['settled', checkouts.settle(id, 'succeeded')],
    fail: (id) => ['failed', checkouts.settle(id, 'failed')],
  };

  /** Undefined when the path does not belong to the page. */
  return (method: string, path: string, query: string, headers: IncomingHttpHeaders): ApiAnswer | undefined => {
    const match = PATH.exec(path);
    if (!match) return undefined;
    const [, id, action] = match;
    const isBrowser = String(headers.accept ?? '').includes('text/html');
    try {
      if (action === undefined) {
        if (method !== 'GET' && method !== 'HEAD') throw wrongMethod();
        return html(200, checkouts.get(id));
      }
      if (method !== 'POST') throw wrongMethod();
      const card = new URLSearchParams(query).get('card') ?? '';
      const [outcome, session] = actions[action](id, card.slice(0, 100));
      const redirect = redirectOf(outcome, session, path);
      if (isBrowser) return { status: 303, headers: { location: redirect, 'cache-control': 'no-store' }, body: '' };
      const { status, payment_status: paymentStatus } = session;
      return json(200, { outcome, session: id, status, payment_status: paymentStatus, redirect });
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      const session = books.sessions.get(id);
      if (isBrowser && session) return html(error.status, session);
      return json(error.status, { error: error.body });
    }
  };

  function html(status: number, session: Session): ApiAnswer {
    const intent = books.paymentIntents.get((session.payment_intent as string | null) ?? '');
    const order = books.orders.get(session.id)!;
    const page = checkoutPage(
      session,
      { ...order, seller: order.seller ?? seller, isSettling: order.settleAt !== undefined },
      intent?.last_payment_error?.message ?? '',
    );
    return {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy(session),
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
      body: page,
    };
  }
}

const wrongMethod = () =>
  new StripeRefusal(405, { type: 'invalid_request_error', message: 'GET the page, POST its buttons.' });

function redirectOf(outcome: Outcome, session: Session, path: string): string {
  const page = path.slice(0, path.lastIndexOf('/'));
  if (outcome === 'declined' || outcome === 'settled' || outcome === 'failed') return page;
  if (outcome === 'canceled') return session.cancel_url ?? page;
  return session.success_url!.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

const json = (status: number, body: object): ApiAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});
