import { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { StandingClock } from '@precis/testing/standing-clock';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../database.js';
import { PlansRepository } from '../plans/plans.repository.js';
import { SeedPlans } from '../plans/seed-plans.usecase.js';
import { AnnounceSubscription } from '../subscriptions/announce-subscription.provider.js';
import { GrantTerm } from '../subscriptions/grant-term.usecase.js';
import { SubscriptionsRepository } from '../subscriptions/subscriptions.repository.js';

export interface TermRow {
  plan: string;
  starts_at: Date;
  ends_at: Date;
}

/** Billing's use-cases on a real database of the test file, without a bus or an address. */
export class GrantingDatabase {
  readonly clock = new StandingClock();
  private readonly plans = new PlansRepository();
  private readonly subscriptions = new SubscriptionsRepository();

  private constructor(
    readonly database: DataSource,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(): Promise<GrantingDatabase> {
    const { url, drop } = await migratedDatabase('billing', openDatabase);
    const database = await openDatabase(url);
    await new SeedPlans(database, new PlansRepository()).execute();
    return new GrantingDatabase(database, drop);
  }

  granter(announcer = new AnnounceSubscription(this.subscriptions)): GrantTerm {
    return new GrantTerm(this.database, this.clock, this.plans, this.subscriptions, announcer);
  }

  /** Lasting terms in order of time. */
  async terms(accountId: string): Promise<TermRow[]> {
    return this.database.query(
      'SELECT plan, starts_at, ends_at FROM terms WHERE account_id = $1 AND ends_at > starts_at ORDER BY starts_at',
      [accountId],
    );
  }

  /** Announced timetables of an account, oldest first. */
  async announced(accountId: string): Promise<SubscriptionChanged[]> {
    const rows: { payload: Buffer }[] = await this.database.query(
      `SELECT payload FROM outbox WHERE topic = 'billing.subscription.v1' AND type = 'subscription-changed' AND key = $1 ORDER BY position`,
      [accountId],
    );
    return rows.map(({ payload }) => SubscriptionChanged.decode(payload));
  }

  async close(): Promise<void> {
    await this.database.destroy();
    await this.drop();
  }
}
