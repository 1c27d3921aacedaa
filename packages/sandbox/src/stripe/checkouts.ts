import type Stripe from 'stripe';
import { freshId, type Order } from './books.js';
import type { Surroundings } from './events.js';
import { newSession } from './new-session.js';
import type { Read } from './parameters.js';
import { BANK, cardNamed, DECLINED, type Means, newCharge, newPaymentIntent } from './payment-objects.js';
import type { creatingSession } from './request-parameters.js';
import { noSuch, StripeRefusal } from './stripe-refusal.js';

type Session = Stripe.Checkout.Session;

/** Checkout sessions and the actions of payers; every change creates events, as at Stripe. */
export class Checkouts {
  /** `settleSeconds`: how long a bank debit takes by the simulator's clock. */
  constructor(
    private readonly around: Surroundings,
    private readonly pageOf: (sessionId: string) => string,
    private readonly settleSeconds: number,
  ) {}

  create(wanted: Read<typeof creatingSession>): Session {
    const { books, seconds } = this.around;
    const { session, order } = newSession(wanted, seconds(), (id) => books.customers.has(id), this.pageOf);
    books.sessions.set(session.id, session);
    books.orders.set(order.id, order);
    return session;
  }

  /** Updates the addresses of the pages, which may have changed since the last run. */
  readdress(): void {
    for (const session of this.around.books.sessions.values()) if (session.url) session.url = this.pageOf(session.id);
  }

  /** The current state of a session. */
  get(id: string, param = 'id'): Session {
    this.runClockedWork();
    const session = this.around.books.sessions.get(id);
    if (!session) throw noSuch('checkout.session', id, param);
    return session;
  }

  /** Pays at once. `card` chooses the card: the same name has the same fingerprint. */
  pay(id: string, card: string): Session {
    const { session, intent } = this.attempt(id);
    this.complete(session, 'paid');
    this.succeed(intent, this.charge(intent, cardNamed(card), 'succeeded'));
    this.around.announce('checkout.session.completed', session);
    return session;
  }

  /** The bank refuses the card; the session stays open for another attempt. */
  decline(id: string, card: string): Session {
    const { session, intent } = this.attempt(id);
    this.fail(intent, this.charge(intent, cardNamed(card), 'failed'));
    return session;
  }

  /** Pays by a bank debit; the money arrives when it settles. */
  payLater(id: string): Session {
    const { books, seconds, announce } = this.around;
    const { session, intent } = this.attempt(id);
    this.complete(session, 'unpaid');
    const charge = this.charge(intent, BANK, 'pending');
    intent.status = 'processing';
    books.orders.get(id)!.settleAt = seconds() + this.settleSeconds;
    announce('charge.pending', charge);
    announce('payment_intent.processing', intent);
    announce('checkout.session.completed', session);
    return session;
  }

  /** Ends a bank debit; 409 when none is in progress. */
  settle(id: string, outcome: 'succeeded' | 'failed'): Session {
    const session = this.get(id);
    const order = this.around.books.orders.get(id)!;
    if (order.settleAt === undefined) throw notNow('No bank debit of this checkout is under way.');
    this.finish(session, order, outcome);
    return session;
  }

  /** Expires an open session, when its owner asks for it or its time is over. */
  expire(id: string): Session {
    const session = this.get(id);
    if (session.status !== 'open')
      throw new StripeRefusal(400, {
        type: 'invalid_request_error',
        message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      });
    this.close(session);
    return session;
  }

  /** Applies the passing of time: sessions expire, bank debits settle. */
  runClockedWork(): void {
    const { books, seconds } = this.around;
    const now = seconds();
    for (const session of books.sessions.values())
      if (session.status === 'open' && session.expires_at <= now) this.close(session);
    for (const order of books.orders.values())
      if (order.settleAt !== undefined && order.settleAt <= now)
        this.finish(books.sessions.get(order.id)!, order, 'succeeded');
  }

  private finish(session: Session, order: Order, outcome: 'succeeded' | 'failed'): void {
    const { books, announce } = this.around;
    delete order.settleAt;
    const intent = books.paymentIntents.get(session.payment_intent as string)!;
    const charge = books.charges.get(intent.latest_charge as string)!;
    if (outcome === 'succeeded') {
      Object.assign(charge, { status: 'succeeded', paid: true, amount_captured: charge.amount });
      charge.balance_transaction = freshId('txn');
      session.payment_status = 'paid';
      this.succeed(intent, charge);
      announce('checkout.session.async_payment_succeeded', session);
    } else {
      Object.assign(charge, { status: 'failed', failure_code: DECLINED.code, failure_message: DECLINED.message });
      this.fail(intent, charge);
      announce('checkout.session.async_payment_failed', session);
    }
  }

  private attempt(id: string): { session: Session; intent: Stripe.PaymentIntent } {
    const { books, seconds, announce } = this.around;
    const session = this.get(id);
    if (session.status === 'complete') throw notNow('This checkout is paid already.');
    if (session.status !== 'open') throw notNow('This checkout has expired.');
    const known = books.paymentIntents.get((session.payment_intent as string | null) ?? '');
    if (known) return { session, intent: known };
    const intent = newPaymentIntent(session, books.orders.get(id)!, seconds());
    books.paymentIntents.set(intent.id, intent);
    session.payment_intent = intent.id;
    announce('payment_intent.created', intent);
    return { session, intent };
  }

  private charge(intent: Stripe.PaymentIntent, means: Means, status: 'succeeded' | 'failed' | 'pending') {
    const charge = newCharge(intent, means, status, this.around.seconds());
    this.around.books.charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
    return charge;
  }

  private complete(session: Session, paymentStatus: 'paid' | 'unpaid'): void {
    Object.assign(session, { status: 'complete', payment_status: paymentStatus, url: null });
  }

  private succeed(intent: Stripe.PaymentIntent, charge: Stripe.Charge): void {
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      payment_method: charge.payment_method,
      last_payment_error: null,
    });
    this.around.announce('charge.succeeded', charge);
    this.around.announce('payment_intent.succeeded', intent);
  }

  private fail(intent: Stripe.PaymentIntent, charge: Stripe.Charge): void {
    intent.status = 'requires_payment_method';
    intent.last_payment_error = {
      charge: charge.id,
      code: DECLINED.code,
      decline_code: 'generic_decline',
      message: DECLINED.message,
      type: 'card_error',
    };
    this.around.announce('charge.failed', charge);
    this.around.announce('payment_intent.payment_failed', intent);
  }

  private close(session: Session): void {
    const { books, seconds, announce } = this.around;
    Object.assign(session, { status: 'expired', url: null });
    const intent = books.paymentIntents.get((session.payment_intent as string | null) ?? '');
    if (intent) {
      Object.assign(intent, { status: 'canceled', canceled_at: seconds(), cancellation_reason: 'automatic' });
      announce('payment_intent.canceled', intent);
    }
    announce('checkout.session.expired', session);
  }
}

/** 409: the requested action is too late, or too early. */
function notNow(message: string): StripeRefusal {
  return new StripeRefusal(409, { type: 'invalid_request_error', message });
}
