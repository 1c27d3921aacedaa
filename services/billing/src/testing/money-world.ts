import { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { inTransaction } from '@precis/runtime/database';
import { DomainError } from '@precis/runtime/domain-error';
import { Registry } from 'prom-client';
import { Ledger } from '../ledger/ledger.provider.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import { Checkouts } from '../payments/checkouts.provider.js';
import { CreatePayment } from '../payments/create-payment.usecase.js';
import { FailedRefunds } from '../payments/failed-refunds.provider.js';
import { Fulfilment } from '../payments/fulfilment.provider.js';
import { KeyedOrders } from '../payments/keyed-orders.provider.js';
import { LookAtPayment } from '../payments/look-at-payment.usecase.js';
import { OrderKeysRepository } from '../payments/order-keys.repository.js';
import { PaymentLooks } from '../payments/payment-looks.repository.js';
import { PaymentMethods } from '../payments/payment-methods.provider.js';
import { PaymentProviders, ProviderUnavailable } from '../payments/payment-provider.js';
import type { Payment } from '../payments/payment.entity.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { ReplacedCheckouts } from '../payments/replaced-checkouts.provider.js';
import { Reversals } from '../payments/reversals.provider.js';
import { SettlePayment } from '../payments/settle-payment.usecase.js';
import { CreateQuote } from '../quotes/create-quote.usecase.js';
import { FinishRefund } from '../refunds/finish-refund.usecase.js';
import { RefundPayment } from '../refunds/refund-payment.usecase.js';
import { RefundsRepository } from '../refunds/refunds.repository.js';
import { CommissionsRepository } from '../wallet/commissions.repository.js';
import { CreditWallet } from '../wallet/credit-wallet.usecase.js';
import { ReverseCommission } from '../wallet/reverse-commission.usecase.js';
import { type LedgerFaults, ledgerFaults } from './ledger-database.js';
import type { Books } from './money-model.js';
import { PayingDatabase } from './paying-database.js';
import { silent } from './running-billing.js';
import { give, newTruth, type Truth } from './payers-and-banks.js';
import { ScriptedProvider } from './scripted-provider.js';

/** A provider with a true state of each checkout, which payers, banks and operators change. */
class TruthfulProvider extends ScriptedProvider {
  override readonly sightings = new Map<string, Truth>();
  /** Makes closing a checkout fail. */
  keepsOpen = false;

  override async open(payment: Payment) {
    const checkout = await super.open(payment);
    this.sightings.set(payment.id, this.sightings.get(payment.id) ?? newTruth());
    return checkout;
  }

  override async close({ id }: Payment): Promise<void> {
    if (this.keepsOpen) throw new ProviderUnavailable(this.method);
    const truth = this.sightings.get(id)!;
    if (truth.state === 'open') truth.state = 'expired';
  }

  override async refund({ id }: Payment, refundId = '', amountCents = 0): Promise<'sent' | 'wallet'> {
    if (this.method === 'crypto') return 'wallet';
    give(this.sightings.get(id)!, amountCents, refundId);
    return 'sent';
  }
}

/** All stored data of an account, in the form of the model. */
export interface AccountState {
  /** Every sold term, by payment: its value, received, gone and credited cents. */
  values: Record<string, number[]>;
  /** How many cents of each term's value came from which payment, and how many were taken back. */
  sources: string[];
  /** `plan from..to` of all past and future terms. */
  spans: string[];
  /** By payment: status, then cents: due, refunded, failed refunds, lost, credited, reclaimed; quote, and whether there is a receipt. */
  payments: Record<string, unknown[]>;
  books: Books;
  cancelled: boolean;
  facts: string[];
  /** The keys of the transfers, each posted once. */
  keys: string[];
  /** The last announced timetable, in the form of `spans`. */
  announced: string[] | undefined;
}

const STATE = `SELECT
  (SELECT coalesce(json_object_agg(payment_id, json_build_array(value_cents, received_cents, refunded_cents, credited_cents)), '{}')
   FROM terms WHERE account_id = $1 AND payment_id IS NOT NULL) AS values,
  (SELECT coalesce(json_agg(format('%s of %s: %s, taken %s with %s s', t.payment_id, s.payment_id, s.cents, s.taken_cents, s.taken_seconds)
     ORDER BY t.payment_id, s.payment_id), '[]')
   FROM term_sources s JOIN terms t ON t.id = s.term_id WHERE t.account_id = $1) AS sources,
  (SELECT coalesce(json_agg(plan || ' ' || extract(epoch FROM starts_at)::bigint || '..' || extract(epoch FROM ends_at)::bigint ORDER BY starts_at), '[]')
   FROM terms WHERE account_id = $1 AND ends_at > starts_at) AS spans,
  (SELECT coalesce(json_object_agg(id, json_build_array(status, amount_cents, refunded_cents, failed_refund_cents, lost_cents, credited_cents,
     reclaimed_cents, quote_id,
     receipt_number IS NOT NULL)), '{}') FROM payments WHERE account_id = $1) AS payments,
  (SELECT coalesce(json_object_agg(CASE WHEN name LIKE 'wallet/%' THEN 'wallet' ELSE name END, balance_cents), '{}') FROM ledger_accounts
   WHERE name IN ('psp:stripe', 'psp:crypto', 'revenue:subscription', 'expense:referral', 'expense:dispute', 'wallet/' || $1)) AS books,
  coalesce((SELECT cancelled_at IS NOT NULL FROM subscriptions WHERE account_id = $1), false) AS cancelled,
  (SELECT coalesce(json_agg(type ORDER BY type), '[]') FROM outbox WHERE topic = 'billing.payment.v1' AND key = $1) AS facts,
  (SELECT coalesce(json_agg(key ORDER BY key), '[]') FROM ledger_transfers
   WHERE kind = 'payment' AND reference IN (SELECT id::text FROM payments WHERE account_id = $1)) AS keys,
  (SELECT encode(payload, 'base64') FROM outbox WHERE topic = 'billing.subscription.v1' AND key = $1 ORDER BY position DESC LIMIT 1) AS announced`;

/** All use-cases that move money, on a real database, without bus or periodic jobs: only the test acts. */
export class MoneyWorld {
  private readonly providers = new PaymentProviders();
  readonly stripe = new TruthfulProvider('stripe');
  readonly crypto = new TruthfulProvider('crypto');
  readonly look: LookAtPayment;
  readonly create: CreatePayment;
  readonly quotes: CreateQuote;
  readonly refunds: RefundPayment;
  private readonly credit: CreditWallet;
  private readonly reversal: ReverseCommission;

  private constructor(readonly paying: PayingDatabase) {
    const { quotes, paidTerms, moneyBack, clock } = paying;
    const { database } = paying.granting;
    this.providers.set('stripe', this.stripe).set('crypto', this.crypto);
    const ledger = new Ledger(new LedgerRepository());
    const payments = new PaymentsRepository();
    const fulfilment = new Fulfilment(payments, paidTerms, ledger);
    const reversals = new Reversals(ledger);
    const refunds = new RefundsRepository();
    const failed = new FailedRefunds(new Registry(), refunds, reversals, silent);
    const settle = new SettlePayment(
      database,
      payments,
      quotes,
      paidTerms,
      ledger,
      fulfilment,
      reversals,
      failed,
      moneyBack,
    );
    const looks = new PaymentLooks(database);
    this.look = new LookAtPayment(looks, this.providers, settle, clock);
    const checkouts = new Checkouts(database, payments, this.providers, settle, this.look, silent);
    const methods = new PaymentMethods(this.providers);
    const keyed = new KeyedOrders(new OrderKeysRepository(), payments, silent);
    const replaced = new ReplacedCheckouts(payments, looks);
    this.create = new CreatePayment(database, clock, payments, quotes, methods, fulfilment, checkouts, replaced, keyed);
    this.quotes = new CreateQuote(database, clock, quotes, ledger);
    const finish = new FinishRefund(database, clock, payments, reversals, moneyBack, refunds, this.providers);
    this.refunds = new RefundPayment(database, clock, payments, refunds, this.providers, finish);
    const commissions = new CommissionsRepository();
    this.credit = new CreditWallet(clock, commissions, ledger);
    this.reversal = new ReverseCommission(clock, commissions, ledger);
  }

  static async open(): Promise<MoneyWorld> {
    return new MoneyWorld(await PayingDatabase.open());
  }

  /** Unix seconds. */
  get now(): number {
    return this.paying.now.getTime() / 1_000;
  }

  /** Undefined for a payment that never had a checkout. */
  truthOf(paymentId: string): Truth | undefined {
    return this.stripe.sightings.get(paymentId) ?? this.crypto.sightings.get(paymentId);
  }

  /** Credits a commission, like an event of referrals. */
  async earn(userId: string, commissionId: string, amountCents: number): Promise<void> {
    const commission = { commissionId, userId, paymentId: commissionId, amountCents };
    await inTransaction(this.paying.granting.database, (manager) => this.credit.execute(manager, commission));
  }

  async takeBack(userId: string, commissionId: string, reversalId: string, amountCents: number): Promise<void> {
    const reversal = { reversalId, commissionId, userId, paymentId: commissionId, amountCents };
    await inTransaction(this.paying.granting.database, (manager) => this.reversal.execute(manager, reversal));
  }

  async stateOf(accountId: string): Promise<AccountState> {
    const [{ announced, ...state }] = await this.paying.granting.database.query(STATE, [accountId]);
    return { ...state, announced: announced === null ? undefined : timetableOf(announced) };
  }

  /** Deletes old announcements and sightings: the next account does not need them, and they would slow down the tests. */
  async forget(): Promise<void> {
    await this.paying.granting.database.query('TRUNCATE outbox');
    for (const provider of [this.stripe, this.crypto]) {
      provider.sightings.clear();
      provider.checkouts.clear();
      provider.calls.length = 0;
    }
  }

  async faults(): Promise<LedgerFaults> {
    return ledgerFaults((sql) => this.paying.granting.database.query(sql));
  }

  async close(): Promise<void> {
    await this.paying.close();
  }
}

function timetableOf(announced: string): string[] {
  const { timetable } = SubscriptionChanged.decode(Buffer.from(announced, 'base64'));
  const paid = timetable.filter(({ plan }) => plan !== 'free');
  return paid.map(({ plan, fromSeconds, toSeconds }) => `${plan} ${fromSeconds}..${toSeconds}`);
}

/** Returns the result, or the code of the refusal; throws any other error. */
export async function outcomeOf<T>(work: Promise<T>): Promise<{ value?: T; refusal?: string }> {
  try {
    return { value: await work };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: error.code };
  }
}
