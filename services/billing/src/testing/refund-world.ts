import { PaymentRefunded } from '@precis/proto/events/billing/v1/payment';
import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import type { Checkout, ProviderNotice, Sighting } from '../payments/payment-provider.js';
import { PaymentProvider, PaymentProviders } from '../payments/payment-provider.js';
import { paymentPosting } from '../ledger/postings.rule.js';
import type { PaymentMethod } from '../payments/payment.entity.js';
import { FinishRefund } from '../refunds/finish-refund.usecase.js';
import { RefundPayment } from '../refunds/refund-payment.usecase.js';
import { RefundsRepository } from '../refunds/refunds.repository.js';
import { ResumeRefunds } from '../refunds/resume-refunds.usecase.js';
import type { PaidTerms } from '../subscriptions/paid-terms.provider.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';
import { LedgerDatabase } from './ledger-database.js';
import { silent } from './running-billing.js';

/** A provider that sends once per refund id and can be away, refuse, or die after it has sent. */
export class StandInProvider extends PaymentProvider {
  /** Cents by refund id. */
  readonly sent = new Map<string, number>();
  fault: 'none' | 'away' | 'refuses' | 'lost-answer' = 'none';
  /** Runs when money has been sent and nobody has heard of it yet. */
  whenSent: () => Promise<void> = async () => undefined;

  constructor(readonly method: 'stripe' | 'crypto') {
    super();
  }

  async refund(_payment: unknown, refundId: string, amountCents: number): Promise<'sent' | 'wallet'> {
    if (this.fault === 'away') throw new DomainError('unavailable', 'provider_unavailable', 'away');
    if (this.fault === 'refuses') throw new DomainError('conflict', 'provider_refused', 'no');
    if (this.method === 'crypto') return 'wallet';
    this.sent.set(refundId, amountCents);
    await this.whenSent();
    if (this.fault === 'lost-answer') throw new Error('socket hang up');
    return 'sent';
  }

  open(): Promise<Checkout> {
    throw new Error('not asked for');
  }
  look(): Promise<Sighting> {
    throw new Error('not asked for');
  }
  close(): Promise<void> {
    throw new Error('not asked for');
  }
  verify(): ProviderNotice {
    throw new Error('not asked for');
  }
}

export interface PaidFor {
  accountId: string;
  paymentId: string;
  termId: string;
}

/** Payments as they are when they are completed, and refunds on a real ledger. Terms only note that they ended. */
export class RefundWorld {
  readonly stripe = new StandInProvider('stripe');
  readonly providers = new PaymentProviders([
    ['stripe', this.stripe],
    ['crypto', new StandInProvider('crypto')],
  ]);
  /** Payments whose terms were ended, each time. */
  readonly ended: string[] = [];
  readonly repository = new RefundsRepository();
  readonly finisher: FinishRefund;
  readonly refunds: RefundPayment;
  readonly resumer: ResumeRefunds;

  private constructor(readonly books: LedgerDatabase) {
    const subscriptions = new SubscriptionsRepository();
    const { database, clock, ledger } = books;
    const terms = { end: async (_: unknown, paymentId: string) => void this.ended.push(paymentId) };
    const { repository, providers } = this;
    this.finisher = new FinishRefund(
      database,
      clock,
      subscriptions,
      repository,
      providers,
      terms as unknown as PaidTerms,
      ledger,
    );
    this.refunds = new RefundPayment(database, clock, subscriptions, repository, providers, this.finisher);
    this.resumer = new ResumeRefunds(database, clock, repository, this.finisher, silent);
  }

  static async open(): Promise<RefundWorld> {
    const books = await LedgerDatabase.open();
    await books.database.query(TABLES);
    return new RefundWorld(books);
  }

  /** A payment that was completed now. `creditedTermId` and `creditCents`: the unused value that it took. */
  async paid(
    method: PaymentMethod,
    amountCents: number,
    { months = 12, accountId = randomUUID() as string, creditedTermId = null as string | null, creditCents = 0 } = {},
  ): Promise<PaidFor> {
    const { database, clock, ledger } = this.books;
    const [paymentId, quoteId, termId, now] = [randomUUID(), randomUUID(), randomUUID(), clock.now()];
    const duration = months === 12 ? 'yearly' : 'monthly';
    const span = [new Date(now.getTime() + 86_400_000 * (await this.termCount(accountId)) * 400), months * 30] as const;
    const ends = new Date(span[0].getTime() + span[1] * 86_400_000);
    if (method === 'wallet') await this.fill(accountId, amountCents);
    await database.transaction(async (manager) => {
      await manager.query('INSERT INTO subscriptions VALUES ($1, 1, $2) ON CONFLICT DO NOTHING', [accountId, now]);
      await manager.query(
        `INSERT INTO terms (id, account_id, origin, plan, months, videos_per_month, starts_at, ends_at, sold_starts_at, sold_ends_at)
         VALUES ($1, $2, $3, 'basic', $4, 100, $5, $6, $5, $6)`,
        [termId, accountId, `payment:${paymentId}`, months, span[0], ends],
      );
      await manager.query(
        `INSERT INTO quotes (id, account_id, plan, duration, months, videos_per_month, catalogue_version, method, kind, lines, total_cents, credit_cents,
           due_cents, credited_term_id, prolongation_seconds, starts_at, ends_at, created_at, expires_at)
         VALUES ($1, $2, 'basic', $3, $4, 100, 1, $5, 'new', '[]', $6, $7, $8, $9, 0, $10, $11, $12, $12)`,
        [
          quoteId,
          accountId,
          duration,
          months,
          method,
          amountCents + creditCents,
          creditCents,
          amountCents,
          creditedTermId,
          span[0],
          ends,
          now,
        ],
      );
      await manager.query(
        `INSERT INTO payments (id, account_id, quote_id, method, status, plan, duration, months, total_cents, credit_cents, amount_cents, refunded_cents,
           credited_cents, referral_code, attempt, created_at, expires_at, completed_at, term_id, note)
         VALUES ($1, $2, $3, $4, 'completed', 'basic', $5, $6, $7, $8, $9, 0, 0, '', 1, $10, $10, $10, $11, '')`,
        [
          paymentId,
          accountId,
          quoteId,
          method,
          duration,
          months,
          amountCents + creditCents,
          creditCents,
          amountCents,
          now,
          termId,
        ],
      );
      const source = method === 'wallet' ? { method, accountId } : { method };
      await ledger.post(manager, paymentPosting(paymentId, source, amountCents), now);
    });
    return { accountId, paymentId, termId };
  }

  private async fill(accountId: string, amountCents: number): Promise<void> {
    const lines = [
      { account: 'psp:crypto' as const, amountCents },
      { account: `wallet/${accountId}` as const, amountCents: -amountCents },
    ];
    await this.books.post({ key: `fill:${randomUUID()}`, kind: 'crypto-excess', reference: '', lines });
  }

  private async termCount(accountId: string): Promise<number> {
    const [{ n }] = await this.books.database.query('SELECT count(*)::int AS n FROM terms WHERE account_id = $1', [
      accountId,
    ]);
    return n;
  }

  /** Refunds all that is left, or so many cents. */
  async refund({ paymentId }: PaidFor, amountCents = 0, refundId: string = randomUUID()) {
    return this.refunds.execute({ refundId, paymentId, accountId: '', amountCents });
  }

  async payment(paymentId: string): Promise<{ status: string; refunded: number }> {
    const [row] = await this.books.database.query('SELECT status, refunded_cents FROM payments WHERE id = $1', [
      paymentId,
    ]);
    return { status: row.status, refunded: Number(row.refunded_cents) };
  }

  /** Cents that the ledger has given back of a payment. */
  async givenBack(paymentId: string): Promise<number> {
    const [{ cents }] = await this.books.database.query(
      `SELECT coalesce(sum(e.amount_cents), 0)::int AS cents FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
       WHERE t.kind = 'refund' AND t.reference = $1 AND e.amount_cents > 0`,
      [paymentId],
    );
    return cents;
  }

  async announced(accountId: string): Promise<PaymentRefunded[]> {
    const rows: { payload: Buffer }[] = await this.books.database.query(
      `SELECT payload FROM outbox WHERE type = 'payment-refunded' AND key = $1 ORDER BY position`,
      [accountId],
    );
    return rows.map(({ payload }) => PaymentRefunded.decode(payload));
  }
}

/** Of the tables that the parts for quotes and payments make, what refunds read. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS quotes (
    id uuid PRIMARY KEY, account_id text, plan text, duration text, months int, videos_per_month int, catalogue_version int, method text, kind text, lines jsonb,
    total_cents bigint, credit_cents bigint, due_cents bigint, credited_term_id uuid, prolongation_seconds int, starts_at timestamptz, ends_at timestamptz,
    created_at timestamptz, expires_at timestamptz
  );
  CREATE TABLE IF NOT EXISTS payments (
    id uuid PRIMARY KEY, account_id text, quote_id uuid, method text, status text, plan text, duration text, months int, total_cents bigint,
    credit_cents bigint, amount_cents bigint, refunded_cents bigint, credited_cents bigint, referral_code text, reference text, url text, attempt int,
    created_at timestamptz, expires_at timestamptz, completed_at timestamptz, term_id uuid, receipt_number text, note text
  )`;
