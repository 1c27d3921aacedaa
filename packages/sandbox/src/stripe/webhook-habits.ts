import { createHmac } from 'node:crypto';
import type { WebhookHabits } from '../webhooks/webhook-sender.js';
import type { Books } from './books.js';

/** The target of events; without a `url` nothing is sent. */
export interface WebhookTarget {
  url?: string;
  secret: string;
}

const AT_ONCE = 20;
const MOST_ATTEMPTS = 16;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Like Stripe, sends an event until it gets a 2xx answer, with growing pauses, here for about ten minutes, and in no particular order. `now` is the
 * clock that dates signatures. It is the receiver's clock, which tests may move.
 */
export function stripeHabits(
  books: Books,
  target: WebhookTarget,
  now: () => Date,
  kept: () => Promise<void>,
): WebhookHabits {
  return {
    url: () => target.url,
    secret: target.secret,
    atOnce: AT_ONCE,
    body: (eventId) => {
      const event = books.events.get(eventId);
      return event && JSON.stringify(event);
    },
    headers: (body, secret) => ({
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(body, secret, Math.floor(now().getTime() / 1_000)),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    }),
    triesAgain: (status) => status === undefined || status < 200 || status > 299,
    waitMs: (failures) =>
      failures < MOST_ATTEMPTS
        ? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) * (0.8 + 0.4 * Math.random())
        : undefined,
    kept,
    settled: (eventId) => {
      const event = books.events.get(eventId);
      if (event) event.pending_webhooks = 0;
    },
  };
}

/** The header by which the receiver verifies the bytes and their time, in unix seconds. */
function signatureOf(body: Buffer, secret: string, timestamp: number): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}
