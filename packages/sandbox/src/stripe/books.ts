import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import type { Delivery } from '../webhooks/webhook-sender.js';

/** The order of a session, and when its bank debit is due. The API shows none of it. */
export interface Order {
  id: string;
  lines: Stripe.LineItem[];
  /** The text below the name of each line on the page, and the seller's name. */
  details: string[];
  seller?: string;
  paymentMetadata: Record<string, string>;
  description: string | null;
  /** Unix seconds by the simulator's clock. */
  settleAt?: number;
}

/** The stored answer of an idempotency key, and its request. */
export interface StoredAnswer {
  id: string;
  request: string;
  requestId: string;
  status: number;
  body: string;
  /** Unix seconds by the simulator's clock. */
  created: number;
}

/** All state of the simulator, each kind of object in order of creation. */
export class Books {
  readonly customers = new Map<string, Stripe.Customer>();
  readonly sessions = new Map<string, Stripe.Checkout.Session>();
  readonly orders = new Map<string, Order>();
  readonly paymentIntents = new Map<string, Stripe.PaymentIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly events = new Map<string, Stripe.Event>();
  readonly answers = new Map<string, StoredAnswer>();
  readonly deliveries = new Map<string, Delivery>();

  /** Seconds by which the control routes have moved the simulator's clock. */
  offsetSeconds = 0;

  /** `most`: the number of stored checkouts; the oldest are deleted with their payments and events. */
  constructor(private readonly most: number) {}

  /** Finds any of Stripe's objects by its id. */
  find(id: string): object | undefined {
    const kinds = [this.customers, this.sessions, this.paymentIntents, this.charges, this.refunds, this.disputes];
    for (const kind of kinds) {
      const found = kind.get(id);
      if (found) return found;
    }
    return undefined;
  }

  sessionOf(paymentIntent: string): Stripe.Checkout.Session | undefined {
    return [...this.sessions.values()].findLast((session) => session.payment_intent === paymentIntent);
  }

  refundsOf(charge: string): Stripe.Refund[] {
    return [...this.refunds.values()].filter((refund) => refund.charge === charge);
  }

  clear(): void {
    for (const kind of this.kinds()) kind.clear();
  }

  /** Deletes the oldest checkouts beyond `most`. */
  prune(): void {
    const gone = new Set<string>();
    for (const session of [...this.sessions.values()].slice(0, Math.max(0, this.sessions.size - this.most))) {
      gone.add(session.id);
      if (session.payment_intent) gone.add(session.payment_intent as string);
    }
    if (gone.size > 0) {
      for (const charge of this.charges.values()) if (gone.has(charge.payment_intent as string)) gone.add(charge.id);
      const isGone = (one: object) => Object.values(one).some((value) => typeof value === 'string' && gone.has(value));
      for (const kind of [this.sessions, this.orders, this.paymentIntents, this.charges, this.refunds, this.disputes])
        for (const [id, one] of kind) if (isGone(one)) kind.delete(id);
      for (const [id, event] of this.events) if (isGone(event.data.object)) this.events.delete(id);
      for (const [id, { body }] of this.answers)
        if ([...gone].some((one) => body.includes(one))) this.answers.delete(id);
      for (const [id, { eventId }] of this.deliveries) if (!this.events.has(eventId)) this.deliveries.delete(id);
    }
    for (const kind of [this.customers, this.answers, this.events] as Map<string, unknown>[])
      for (const id of kind.keys()) {
        if (kind.size <= 20 * this.most) break;
        kind.delete(id);
      }
  }

  toJSON(): Record<string, unknown> {
    const lists = Object.entries(this).filter(([, kind]) => kind instanceof Map) as [string, Map<string, unknown>][];
    return {
      offsetSeconds: this.offsetSeconds,
      ...Object.fromEntries(lists.map(([name, kind]) => [name, [...kind.values()]])),
    };
  }

  /** Restores what `toJSON` wrote; missing parts stay empty. */
  load(saved: Record<string, unknown>): void {
    this.offsetSeconds = Number(saved.offsetSeconds ?? 0);
    for (const [name, kind] of Object.entries(this))
      if (kind instanceof Map && Array.isArray(saved[name]))
        for (const one of saved[name] as { id: string }[]) kind.set(one.id, one);
  }

  private kinds(): Map<string, unknown>[] {
    return Object.values(this).filter((kind) => kind instanceof Map) as Map<string, unknown>[];
  }
}

/** An id as Stripe creates them: a prefix for the kind, and random letters. */
export function freshId(prefix: string, letters = 24): string {
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  return `${prefix}_${[...randomBytes(letters)].map((byte) => signs[byte % signs.length]).join('')}`;
}
