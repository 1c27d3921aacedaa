import { createHmac } from 'node:crypto';
import { type Books, type Delivery, freshId } from './books.js';
import type { FaultDice } from './faults.js';

/** Where events go; without a `url` nowhere. */
export interface WebhookTarget {
  url?: string;
  secret: string;
}

const AT_ONCE = 20;
const DEADLINE_MS = 10_000;
const MOST_ATTEMPTS = 16;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Delivers events, signed as Stripe signs them, and again after a growing pause until the receiver answers 2xx, for about ten minutes (PAY-62). What is
 * still to be delivered is in the books, so that a restart goes on with it.
 */
export class WebhookSender {
  private timer?: NodeJS.Timeout;
  private readonly sending = new Set<string>();
  private readonly ending = new AbortController();

  /**
   * `now`: the time by which signatures are dated. It is the receiver's, also where that was moved. `saved` settles when the event would
   * survive a kill: nobody may hear of what is not kept.
   */
  constructor(
    private readonly books: Books,
    private readonly target: WebhookTarget,
    private readonly dice: FaultDice,
    private readonly now: () => Date,
    private readonly saved: () => Promise<void>,
  ) {}

  enqueue(eventId: string): void {
    if (!this.target.url) return this.settled(eventId);
    const delays = this.dice.deliveryDelays();
    if (delays.length === 0) this.settled(eventId);
    for (const delay of delays) {
      const id = freshId('dlv');
      this.books.deliveries.set(id, { id, eventId, attempts: 0, dueMs: Date.now() + delay });
    }
    this.wake();
  }

  /** Goes on with what is due; called when a delivery comes in, and by itself when one is due. */
  wake(): void {
    if (this.ending.signal.aborted) return;
    clearTimeout(this.timer);
    const now = Date.now();
    let nextMs = Infinity;
    for (const delivery of this.books.deliveries.values()) {
      if (this.sending.has(delivery.id)) continue;
      if (delivery.dueMs > now || this.sending.size >= AT_ONCE) nextMs = Math.min(nextMs, delivery.dueMs - now);
      else void this.send(delivery);
    }
    // A full house is woken by whoever leaves it.
    if (nextMs !== Infinity && this.sending.size < AT_ONCE)
      this.timer = setTimeout(() => this.wake(), Math.max(1, nextMs));
  }

  /** What is on its way is cut off, and goes out again in the next life. */
  close(): void {
    this.ending.abort();
    clearTimeout(this.timer);
  }

  private async send(delivery: Delivery): Promise<void> {
    this.sending.add(delivery.id);
    try {
      await this.saved();
      const event = this.books.events.get(delivery.eventId);
      if (!event || (await this.post(JSON.stringify(event)))) {
        this.books.deliveries.delete(delivery.id);
        this.settled(delivery.eventId);
      } else this.postpone(delivery);
    } catch {
      this.postpone(delivery);
    } finally {
      this.sending.delete(delivery.id);
      this.wake();
    }
  }

  private async post(body: string): Promise<boolean> {
    const secret = this.dice.befalls('wrong_secret') ? `${this.target.secret}_of_another` : this.target.secret;
    const response = await fetch(this.target.url!, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, secret, Math.floor(this.now().getTime() / 1_000)),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), this.ending.signal]),
    });
    await response.body?.cancel();
    return response.ok;
  }

  private postpone(delivery: Delivery): void {
    delivery.attempts += 1;
    if (delivery.attempts >= MOST_ATTEMPTS) {
      this.books.deliveries.delete(delivery.id);
      return;
    }
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (delivery.attempts - 1));
    delivery.dueMs = Date.now() + pause * (0.8 + 0.4 * Math.random());
  }

  private settled(eventId: string): void {
    const event = this.books.events.get(eventId);
    if (event) event.pending_webhooks = 0;
  }
}

/** The header by which the receiver knows the bytes and their time, in unix seconds. */
export function signatureOf(body: string, secret: string, timestamp: number): string {
  return `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}
