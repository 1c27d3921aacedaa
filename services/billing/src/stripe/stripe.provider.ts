import { randomUUID } from 'node:crypto';
import type { Clock } from '@precis/runtime/clock';
import type { Logger } from '@precis/runtime/logger';
import type { Stripe } from 'stripe';
import { checkoutEnded, refundRefused } from '../payments/payment-provider.errors.js';
import { type Checkout, PaymentProvider, type ProviderNotice, type Sighting } from '../payments/payment-provider.js';
import type { Payment } from '../payments/payment.entity.js';
import {
  checkoutAddressOf,
  checkSession,
  disputesSchema,
  paymentIntentIdOf,
  paymentIntentOf,
  refundsSchema,
  sessionSchema,
  sightingOf,
  type StripeSession,
} from './stripe-answers.js';
import { asOurs, isMissing, isMissingCustomer, isRefusal, isServerFailure, openStripe } from './stripe-calls.js';
import type { StripeCheckout, StripeRows } from './stripe-rows.repository.js';
import type { StripeAccess } from './stripe-settings.js';
import { readWebhook } from './stripe-webhooks.js';

/** Stripe refuses a checkout that ends less than 30 minutes after it reads the request. A new one is given a minute more. */
const SHORTEST_MS = 31 * 60_000;
/** A checkout that was noted earlier is requested again only if it still ends at least this long from now. */
const SHORTEST_AT_STRIPE_MS = 30 * 60_000 + 15_000;
/** The longest page of a list. */
const MOST = 100;

/** Takes card payments through Stripe Checkout in payment mode (PAY-43). No personal data goes there: a customer is only an account's id. */
export class StripeProvider extends PaymentProvider {
  readonly method = 'stripe';
  private readonly stripe: Stripe;

  constructor(
    private readonly access: StripeAccess,
    private readonly rows: StripeRows,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
    this.stripe = openStripe(access);
  }

  /** Whether the key moves real money: customers belong to test or live mode. */
  get isLive(): boolean {
    return this.access.isLive;
  }

  /** After kill -9 between Stripe's answer and our record, the repeat has the same key and parameters, and gets the same session. */
  open(payment: Payment): Promise<Checkout> {
    return asOurs(this.logger, 'open', async () => {
      const begun = await this.rows.begin(payment.id, payment.attempt, this.expiry(payment));
      const session = begun.sessionId ? await this.retrieve(begun.sessionId) : await this.begin(payment, begun);
      checkSession(session, payment, this.access.isLive);
      if (session.status !== 'open' || !session.url) throw checkoutEnded();
      const url = checkoutAddressOf(session, this.access.checkoutOrigins);
      return { reference: session.id, url, expiresAt: new Date(session.expires_at * 1_000) };
    });
  }

  look(payment: Payment): Promise<Sighting> {
    return asOurs(this.logger, 'look', async () => {
      const sessionId = await this.sessionIdOf(payment);
      if (!sessionId) {
        // No session was stored, so no customer received the address of a checkout, and none can have paid.
        const isOver = payment.expiresAt <= this.clock.now();
        return { state: isOver ? 'expired' : 'open', paidCents: 0, partial: false, refundedCents: 0 };
      }
      const session = await this.retrieve(sessionId, ['payment_intent.latest_charge']);
      checkSession(session, payment, this.access.isLive);
      const intent = paymentIntentOf(session);
      if (!intent) return sightingOf(session, [], []);
      await this.rows.savePaymentIntent(session.id, intent.id);
      const { amount_refunded: refunded, disputed } = intent.latest_charge ?? { amount_refunded: 0, disputed: false };
      const page = { payment_intent: intent.id, limit: MOST };
      return sightingOf(
        session,
        // The charge no longer shows failed refunds.
        refunded > 0 || payment.refundedCents > 0
          ? refundsSchema.parse((await this.stripe.refunds.list(page)).data)
          : [],
        disputed ? disputesSchema.parse((await this.stripe.disputes.list(page)).data) : [],
      );
    });
  }

  close(payment: Payment): Promise<void> {
    return asOurs(this.logger, 'close', async () => {
      const sessionId = await this.sessionIdOf(payment);
      if (!sessionId) return;
      try {
        await this.stripe.checkout.sessions.expire(sessionId);
      } catch (error) {
        // Stripe refuses this for a session that has ended by itself or was paid in between. Such a session stays as it is.
        if (!isRefusal(error) || (await this.retrieve(sessionId)).status === 'open') throw error;
      }
    });
  }

  verify(body: Buffer, signature: string): ProviderNotice {
    const { webhookSecrets: secrets } = this.access;
    return readWebhook(this.stripe, { body, signature, secrets, now: this.clock.now() }, this.logger);
  }

  refund(payment: Payment, refundId: string, amountCents: number): Promise<'sent'> {
    return asOurs<'sent'>(this.logger, 'refund', async () => {
      const sessionId = await this.sessionIdOf(payment);
      const intentId = sessionId && paymentIntentIdOf(await this.retrieve(sessionId));
      if (!intentId) throw refundRefused();
      const metadata = { payment_id: payment.id, refund_id: refundId };
      const isSent = async () => {
        const { data } = await this.stripe.refunds.list({ payment_intent: intentId, limit: MOST });
        return refundsSchema.parse(data).some((one) => one.metadata?.refund_id === refundId);
      };
      // Stripe forgets a key after a day, and repeats a failure until then: only its list of refunds shows whether the money was sent.
      if (await isSent()) return 'sent';
      try {
        const wanted = { payment_intent: intentId, amount: amountCents, metadata };
        const refund = await this.stripe.refunds.create(wanted, { idempotencyKey: `refund:${refundId}` });
        if (refund.status === 'failed' || refund.status === 'canceled') throw refundRefused();
      } catch (error) {
        if (!isRefusal(error) && !isServerFailure(error)) throw error;
        if (await isSent()) return 'sent';
        throw isRefusal(error) ? refundRefused() : error;
      }
      return 'sent';
    });
  }

  /** Deletes a customer with the data that payers typed at checkouts; payments stay. A repeat finds it deleted. */
  deleteCustomer(customerId: string): Promise<void> {
    return asOurs(this.logger, 'deleteCustomer', async () => {
      await this.stripe.customers.del(customerId).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    });
  }

  private async begin(payment: Payment, begun: StripeCheckout): Promise<StripeSession> {
    const customer = await this.customerOf(payment.accountId);
    try {
      return await this.beginFor(customer, payment, begun);
    } catch (error) {
      if (!isMissingCustomer(error)) throw error;
      // The customer was deleted at Stripe's dashboard. The idempotency keys of the refused request and of the customer both belong to it, so both
      // are replaced.
      await this.rows.forgetCustomer(customer);
      const another = await this.customerOf(payment.accountId, newCustomerKey(payment.accountId));
      const latest = (await this.rows.find(payment.id, payment.attempt))!;
      return this.beginFor(another, payment, await this.rows.beginAnew(latest, this.expiry(payment)));
    }
  }

  private async beginFor(customer: string, payment: Payment, begun: StripeCheckout): Promise<StripeSession> {
    let checkout = begun;
    // The attempt began long ago, and Stripe may have made the session without our knowledge; a new request with this end would be refused.
    if (checkout.expiresAt.getTime() < this.clock.now().getTime() + SHORTEST_AT_STRIPE_MS) {
      const made = await this.madeBefore(customer, payment);
      if (made) return this.keep(payment, made);
      checkout = await this.rows.beginAnew(checkout, this.expiry(payment));
    }
    try {
      return await this.keep(payment, await this.create(customer, payment, checkout));
    } catch (error) {
      if (!isServerFailure(error)) throw error;
      // Stripe repeats the same failure for the same key for a day.
      const made = await this.madeBefore(customer, payment);
      if (made) return this.keep(payment, made);
      return this.keep(
        payment,
        await this.create(customer, payment, await this.rows.beginAnew(checkout, this.expiry(payment))),
      );
    }
  }

  private async create(customer: string, payment: Payment, checkout: StripeCheckout): Promise<StripeSession> {
    const { id, accountId, plan, duration, months, attempt, amountCents } = payment;
    const metadata = { payment_id: id, account_id: accountId, plan, duration, attempt: String(attempt) };
    const name = `${plan[0].toUpperCase()}${plan.slice(1)} plan, ${months === 1 ? '1 month' : `${months} months`}`;
    const { tries, expiresAt } = checkout;
    const session = await this.stripe.checkout.sessions.create(
      {
        mode: 'payment',
        customer,
        client_reference_id: id,
        metadata,
        payment_intent_data: { metadata },
        allowed_payment_method_types: ['card'],
        line_items: [
          { quantity: 1, price_data: { currency: 'usd', unit_amount: amountCents, product_data: { name } } },
        ],
        expires_at: Math.ceil(expiresAt.getTime() / 1_000),
        success_url: `${this.access.publicUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${this.access.publicUrl}/payment/cancel`,
      },
      { idempotencyKey: `cs:${id}:${attempt}${tries > 1 ? `.${tries}` : ''}` },
    );
    return sessionSchema.parse(session);
  }

  /** Finds a session of this attempt that Stripe made although its answer was lost. */
  private async madeBefore(customer: string, { id, attempt }: Payment): Promise<StripeSession | undefined> {
    const { data } = await this.stripe.checkout.sessions.list({ customer, limit: MOST });
    const made = data.find((one) => one.client_reference_id === id && one.metadata?.attempt === String(attempt));
    return made && sessionSchema.parse(made);
  }

  private async keep(payment: Payment, session: StripeSession): Promise<StripeSession> {
    await this.rows.saveSession(payment.id, payment.attempt, session.id);
    return session;
  }

  private async customerOf(accountId: string, key = `cust:${accountId}`): Promise<string> {
    const { isLive } = this.access;
    const known = await this.rows.customerOf(accountId, isLive);
    if (known) return known;
    const wanted = { metadata: { account_id: accountId } };
    const { id } = await this.stripe.customers.create(wanted, { idempotencyKey: key }).catch((error: unknown) => {
      if (!isServerFailure(error)) throw error;
      // Stripe repeats the same failure for the same key for a day. If it made a customer anyway, that customer holds only an id of ours.
      return this.stripe.customers.create(wanted, { idempotencyKey: newCustomerKey(accountId) });
    });
    await this.rows.saveCustomer(accountId, isLive, id);
    return (await this.rows.customerOf(accountId, isLive)) ?? id;
  }

  private async sessionIdOf(payment: Payment): Promise<string | null | undefined> {
    return payment.reference ?? (await this.rows.find(payment.id, payment.attempt))?.sessionId;
  }

  private async retrieve(sessionId: string, expand: string[] = []): Promise<StripeSession> {
    return sessionSchema.parse(await this.stripe.checkout.sessions.retrieve(sessionId, { expand }));
  }

  private expiry({ expiresAt }: Payment): Date {
    return new Date(Math.max(expiresAt.getTime(), this.clock.now().getTime() + SHORTEST_MS));
  }
}

function newCustomerKey(accountId: string): string {
  return `cust:${accountId}:${randomUUID()}`;
}
