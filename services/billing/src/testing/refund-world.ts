import { PaymentRefunded } from '@precis/proto/events/billing/v1/payment';
import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import type { Payment } from '../payments/payment.entity.js';
import { PaymentProviders, ProviderUnavailable } from '../payments/payment-provider.js';
import type { Refund } from '../refunds/refund.entity.js';
import { RefundPayment } from '../refunds/refund-payment.usecase.js';
import { ResumeRefunds } from '../refunds/resume-refunds.usecase.js';
import { type LedgerFaults, ledgerFaults } from './ledger-database.js';
import { PayingBilling } from './paying-billing.js';
import { ScriptedProvider, seen } from './scripted-provider.js';

/** Cards that refund once per refund id, and can be unavailable, refuse, or fail after the sending. */
export class RefundingProvider extends ScriptedProvider {
  /** Sent cents by refund id. */
  readonly sent = new Map<string, number>();
  fault: 'none' | 'away' | 'refuses' | 'lost-answer' = 'none';
  /** Refunds that never succeed, whatever the fault. */
  readonly stuck = new Set<string>();
  /** Runs after money was sent and before anybody knows. */
  whenSent: () => Promise<void> = async () => undefined;

  constructor() {
    super('stripe');
  }

  override async refund(_: Payment, refundId = '', amountCents = 0): Promise<'sent' | 'wallet'> {
    if (this.fault === 'away' || this.stuck.has(refundId)) throw new ProviderUnavailable('stripe');
    if (this.fault === 'refuses') throw new DomainError('conflict', 'provider_refused', 'no');
    this.sent.set(refundId, amountCents);
    await this.whenSent();
    if (this.fault === 'lost-answer') throw new Error('socket hang up');
    return 'sent';
  }
}

/** Completed payments of the whole service, and operators' actions on them. */
export class RefundWorld {
  readonly stripe = new RefundingProvider();

  private constructor(readonly billing: PayingBilling) {
    this.connect();
  }

  static async open(): Promise<RefundWorld> {
    return new RefundWorld(await PayingBilling.open());
  }

  /** Sets the offered providers: all or none. */
  connect(all = true): void {
    const providers = this.billing.of(PaymentProviders);
    providers.clear();
    if (all) providers.set('stripe', this.stripe).set('crypto', this.billing.crypto);
  }

  /** A term that was bought and paid now. */
  async paid(
    method: Payment['method'],
    { plan = 'basic', duration = 'yearly', accountId = randomUUID() as string } = {},
  ): Promise<Payment> {
    // Basic for a year: it costs all that the wallet holds.
    if (method === 'wallet') await this.billing.fund(accountId, 8_400);
    const { paymentId } = await this.billing.order({ accountId, plan, duration, method });
    const { amountCents } = await this.billing.payment(paymentId);
    if (method !== 'wallet') await this.billing.settle(paymentId, seen('paid', amountCents));
    return this.billing.payment(paymentId);
  }

  /** Refunds the rest, or so many cents. */
  async refund({ id: paymentId }: { id: string }, amountCents = 0, refundId: string = randomUUID()): Promise<Refund> {
    return this.billing.of(RefundPayment).execute({ refundId, paymentId, accountId: '', amountCents });
  }

  async resume(): Promise<void> {
    await this.billing.of(ResumeRefunds).execute();
  }

  /** Cents of a payment that the ledger has refunded, without failed refunds. */
  async givenBack(paymentId: string): Promise<number> {
    const [{ cents }] = await this.billing.world.rows<{ cents: number }>(
      `SELECT coalesce(sum(e.amount_cents), 0)::int AS cents FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
       JOIN ledger_accounts a ON a.id = e.account_id AND a.name = 'revenue:subscription'
       WHERE t.kind IN ('refund', 'refund-failed') AND t.reference = $1`,
      [paymentId],
    );
    return cents;
  }

  async announced({ id, accountId }: Payment): Promise<PaymentRefunded[]> {
    const rows = await this.billing.world.rows<{ payload: Buffer }>(
      `SELECT payload FROM outbox WHERE type = 'payment-refunded' AND key = $1 ORDER BY position`,
      [accountId],
    );
    return rows.map(({ payload }) => PaymentRefunded.decode(payload)).filter(({ paymentId }) => paymentId === id);
  }

  /** Whether time of the payment's term is left. */
  async holds({ termId }: Payment): Promise<boolean> {
    const now = this.billing.clock.now();
    const rows = await this.billing.world.rows('SELECT 1 FROM terms WHERE id = $1 AND ends_at > $2', [termId, now]);
    return rows.length > 0;
  }

  async faults(): Promise<LedgerFaults> {
    return ledgerFaults((sql) => this.billing.world.rows(sql));
  }
}
