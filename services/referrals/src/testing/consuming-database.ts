import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import { inEventTransaction } from '@precis/events/inbox/event-attempt';
import { isTransientConflict } from '@precis/runtime/transient-conflict';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { StandingClock } from '@precis/testing/standing-clock';
import { Registry } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { ForgetAccount } from '../attribution/forget-account.usecase.js';
import { LearnAddress } from '../attribution/learn-address.usecase.js';
import { UsersConsumer } from '../attribution/users.consumer.js';
import { VerifyAccount } from '../attribution/verify-account.usecase.js';
import { GetCode } from '../codes/get-code.usecase.js';
import { AnswerCredit } from '../commissions/answer-credit.usecase.js';
import { CommissionMetrics } from '../commissions/commission-metrics.js';
import { CommissionsRepository } from '../commissions/commissions.repository.js';
import { FailPayment } from '../commissions/fail-payment.usecase.js';
import { JudgeAccount } from '../commissions/judge-account.provider.js';
import { NoteChange } from '../commissions/note-change.usecase.js';
import { NotePayment } from '../commissions/note-payment.usecase.js';
import { PaymentsConsumer } from '../commissions/payments.consumer.js';
import { PaymentsRepository } from '../commissions/payments.repository.js';
import { SettleCommission } from '../commissions/settle-commission.provider.js';
import { WalletsConsumer } from '../commissions/wallets.consumer.js';
import { openDatabase } from '../database.js';

const DEADLINE_MS = 10_000;

/** Referrals' consumers on a real database, without a bus: the test decides when an event is handled, in a transaction like the runner's. */
export class ConsumingDatabase {
  readonly clock = new StandingClock();
  readonly metrics = new Registry();
  private readonly handlers = new Map<string, (event: never) => Promise<void>>();

  private constructor(
    readonly database: DataSource,
    readonly url: string,
    private readonly drop: () => Promise<void>,
  ) {
    const [accounts, payments, commissions] = [
      new AccountsRepository(),
      new PaymentsRepository(),
      new CommissionsRepository(),
    ];
    const settler = new SettleCommission(accounts, payments, commissions);
    const judge = new JudgeAccount(accounts, payments, settler);
    const users = new UsersConsumer(
      new LearnAddress(accounts, judge, this.clock),
      new VerifyAccount(accounts, judge, this.clock),
      new ForgetAccount(accounts, this.clock),
    );
    const paid = new PaymentsConsumer(
      new NotePayment(accounts, payments, judge, this.clock),
      new FailPayment(accounts, payments, judge, this.clock),
      new NoteChange(accounts, payments, judge, this.clock),
    );
    const metrics = new CommissionMetrics(this.metrics, commissions, database, this.clock);
    const wallets = new WalletsConsumer(new AnswerCredit(accounts, commissions, settler, this.clock, metrics));
    this.handlers
      .set('user-registered', (event) => users.userRegistered(event))
      .set('email-changed', (event) => users.emailChanged(event))
      .set('email-verified', (event) => users.emailVerified(event))
      .set('user-deleted', (event) => users.userDeleted(event))
      .set('payment-pending', (event) => paid.pending(event))
      .set('payment-completed', (event) => paid.completed(event))
      .set('payment-failed', (event) => paid.failed(event))
      .set('payment-refunded', (event) => paid.refunded(event))
      .set('payment-disputed', (event) => paid.disputed(event))
      .set('wallet-entry-posted', (event) => wallets.entryPosted(event))
      .set('commission-credit-refused', (event) => wallets.creditRefused(event));
  }

  static async open(): Promise<ConsumingDatabase> {
    const { url, drop } = await migratedDatabase('referrals', openDatabase);
    const database = await openDatabase(url, 12);
    return new ConsumingDatabase(database, url, drop);
  }

  codeOf(accountId: string): Promise<string> {
    return new GetCode(this.database, new AccountsRepository()).execute(accountId);
  }

  /** Handles an event. `crash` runs before the commit. A deadlock is retried, as by the runner. */
  async handle(announcement: Announcement, crash?: (manager: EntityManager) => Promise<void>): Promise<void> {
    const { type, payload, occurredAt } = announcement;
    const message = Object.values(EVENTS)
      .find((event) => event.type === type)!
      .decode(payload);
    for (let tries = 3; ; tries--) {
      try {
        return await inEventTransaction(this.database, DEADLINE_MS, async (manager) => {
          await this.handlers.get(type)!({ manager, message, occurredAt } as never);
          await crash?.(manager);
        });
      } catch (error) {
        if (tries === 1 || !isTransientConflict(error)) throw error;
      }
    }
  }

  async handleAll(announcements: Announcement[]): Promise<void> {
    for (const announcement of announcements) await this.handle(announcement);
  }

  async close(): Promise<void> {
    await this.database.destroy();
    await this.drop();
  }
}
