import { inTransaction } from '@precis/runtime/database';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { Ledger } from '../ledger/ledger.provider.js';
import { commissionPosting } from '../ledger/postings.rule.js';
import { CreatePayment, type Placed } from '../payments/create-payment.usecase.js';
import type { Order } from '../payments/keyed-orders.provider.js';
import type { Payment } from '../payments/payment.entity.js';
import { PaymentProviders, type Sighting } from '../payments/payment-provider.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { SettlePayment } from '../payments/settle-payment.usecase.js';
import { EventWorld } from './event-world.js';
import { RunningBilling } from './running-billing.js';
import { ScriptedProvider } from './scripted-provider.js';

/** The outcome of an account, without what depends on the order in which facts came. */
export interface Outcome {
  payments: { status: string; refundedCents: number; lostCents: number; inWalletCents: number; facts: string[] }[];
  terms: { plan: string; starts_at: Date; ends_at: Date }[];
  walletCents: number;
}

/** The whole service with scripted providers, and what tests do with it and read from it. */
export class PayingBilling {
  readonly stripe = new ScriptedProvider('stripe');
  readonly crypto = new ScriptedProvider('crypto');

  private constructor(
    readonly world: EventWorld,
    readonly running: RunningBilling,
  ) {
    this.offer('stripe', 'crypto');
  }

  static async open(): Promise<PayingBilling> {
    const world = await EventWorld.open();
    try {
      return new PayingBilling(world, await RunningBilling.start(world.url, world.bus));
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  get clock() {
    return this.running.clock;
  }

  get database(): DataSource {
    return this.of(DataSource);
  }

  of<T>(token: abstract new (...args: never[]) => T): T {
    return this.running.app.nest.get(token as never, { strict: false });
  }

  /** Sets the offered providers. */
  offer(...methods: ('stripe' | 'crypto')[]): void {
    const providers = this.of(PaymentProviders);
    providers.clear();
    for (const method of methods) providers.set(method, this[method]);
  }

  async order(changes: Partial<Order> = {}): Promise<Placed> {
    const usual = {
      accountId: randomUUID(),
      plan: 'basic',
      duration: 'monthly',
      method: 'stripe',
      extend: false,
    } as const;
    return this.of(CreatePayment).execute({ ...usual, referralCode: '', ...changes });
  }

  /** A payment whose checkout is open. */
  async opened(changes: Partial<Order> = {}): Promise<Payment> {
    return this.payment((await this.order(changes)).paymentId);
  }

  async payment(id: string): Promise<Payment> {
    return (await this.of(PaymentsRepository).find(this.database.manager, id))!;
  }

  async settle(paymentId: string, sighting: Sighting): Promise<void> {
    await this.of(SettlePayment).execute(paymentId, sighting, this.clock.now());
  }

  async fund(accountId: string, cents: number): Promise<void> {
    const transfer = commissionPosting(randomUUID(), accountId, cents);
    await inTransaction(this.database, (manager) => this.of(Ledger).post(manager, transfer, this.clock.now()));
  }

  async wallet(accountId: string): Promise<number> {
    return this.of(Ledger).balanceOf(this.database.manager, accountId);
  }

  async outcome(accountId: string): Promise<Outcome> {
    const payments = await this.world.rows<{ id: string } & Outcome['payments'][number]>(
      `SELECT id, status, refunded_cents::int AS "refundedCents", lost_cents::int AS "lostCents",
         (credited_cents - reclaimed_cents)::int AS "inWalletCents"
       FROM payments WHERE account_id = $1 ORDER BY created_at, id`,
      [accountId],
    );
    const facts = await this.facts(accountId);
    // An overtaken event is not announced in every order; completion and the final outcome are.
    const lasting = facts.filter((fact) => /completed|disputed/.test(fact));
    return {
      payments: payments.map(({ id: _, ...payment }) => ({ ...payment, facts: lasting })),
      terms: await this.terms(accountId),
      walletCents: await this.wallet(accountId),
    };
  }

  async terms(accountId: string): Promise<Outcome['terms']> {
    return this.world.rows(
      'SELECT plan, starts_at, ends_at FROM terms WHERE account_id = $1 AND ends_at > starts_at ORDER BY starts_at',
      [accountId],
    );
  }

  /** Types of the payment events of an account, oldest first. */
  async facts(accountId: string): Promise<string[]> {
    const rows = await this.world.rows<{ type: string }>(
      `SELECT type FROM outbox WHERE topic = 'billing.payment.v1' AND key = $1 ORDER BY position`,
      [accountId],
    );
    return rows.map(({ type }) => type);
  }

  /** Balance of one of our accounts, with its usual sign. */
  async booked(name: string): Promise<number> {
    const [row] = await this.world.rows<{ cents: number }>(
      'SELECT balance_cents::int AS cents FROM ledger_accounts WHERE name = $1',
      [name],
    );
    return row.cents;
  }

  async close(): Promise<void> {
    await this.running.close();
    await this.world.close();
  }
}
