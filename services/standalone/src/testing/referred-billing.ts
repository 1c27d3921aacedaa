import { audit, type AuditOutcome, LEDGER } from '@precis/audit/audit';
import { commissions } from '@precis/audit/commissions';
import { urlSettingOf } from '@precis/audit/open-books';
import { type Reaction, REACTIONS } from '@precis/audit/reactions';
import type { Earned } from '@precis/billing/testing/shuffled-payments';
import { StripeBilling } from '@precis/billing/testing/stripe-billing';
import { EVENTS } from '@precis/events/catalogue/events';
import { RunningReferrals } from '@precis/referrals/testing/running-referrals';
import { openDatabase } from '@precis/runtime/database';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { createHash, randomUUID } from 'node:crypto';

type Party = 'billing' | 'referrals';

/** Billing with a simulator of Stripe, and referrals, on one bus. The test publishes the events of auth. */
export class ReferredBilling {
  private constructor(
    readonly billing: StripeBilling,
    private readonly referrals: RunningReferrals,
    private readonly database: FreshDatabase,
    private readonly outside: Awaited<ReturnType<typeof openDatabase>>,
  ) {}

  static async open(): Promise<ReferredBilling> {
    const billing = await StripeBilling.open();
    const database = await freshDatabase();
    const referrals = await RunningReferrals.start(database.url, billing.world.bus, billing.clock);
    const outside = await openDatabase({ url: database.url, migrations: [] });
    return new ReferredBilling(billing, referrals, database, outside);
  }

  /** Creates accounts with a code each. */
  async referrers(count: number): Promise<{ id: string; code: string }[]> {
    const people = await this.register(Array<string>(count).fill(''));
    const rpc = this.referrals.as('gateway');
    return Promise.all(people.map(async (id) => ({ id, code: (await rpc.getCode({ accountId: id })).code })));
  }

  /** Creates verified accounts, one for each code that was entered. */
  async register(codes: string[]): Promise<string[]> {
    const now = this.billing.clock.now();
    const people = codes.map((referralCode) => ({ userId: randomUUID(), referralCode }));
    await this.billing.world.publish(
      ...people.flatMap(({ userId, referralCode }) => [
        EVENTS.userRegistered.of(
          { userId, referralCode, emailHash: createHash('sha256').update(userId).digest() },
          now,
        ),
        EVENTS.emailVerified.of({ userId, referralCode }, now),
      ]),
    );
    await this.quiet();
    return people.map(({ userId }) => userId);
  }

  /** Settles when both services have handled all events of both. */
  async quiet(timeoutMs = 120_000): Promise<void> {
    await eventually(
      'all events are handled',
      async () => {
        // Handled events are counted first, so that they cannot exceed the announced ones.
        const handled = [await this.handledBy('billing'), await this.handledBy('referrals')];
        const announced = [await this.announcedTo('billing'), await this.announcedTo('referrals')];
        return handled.join() === announced.join();
      },
      timeoutMs,
    );
  }

  /** The state of a payment's commission. */
  async earnedBy(paymentId: string): Promise<Earned> {
    const rows: Earned[] = await this.outside.query(
      `SELECT c.status, c.owed_cents::int AS "owedCents",
         (SELECT count(*)::int FROM commission_entries e WHERE e.commission_id = c.id AND e.kind = 'credit' AND e.state = 'posted') AS credits
       FROM commissions c WHERE c.payment_id = $1`,
      [paymentId],
    );
    if (rows.length > 1) throw new Error(`payment ${paymentId} has ${rows.length} commissions`);
    return rows[0] ?? { status: 'none', owedCents: 0, credits: 0 };
  }

  /** Audits the ledger as `npm run audit:ledger` does, and compares referrals' books with billing's. Without a grace period. */
  async audit(): Promise<AuditOutcome> {
    const urls = {
      [urlSettingOf('billing')]: this.billing.world.url,
      [urlSettingOf('referrals')]: this.database.url,
    };
    const part = { invariants: [...LEDGER.invariants, commissions], needed: ['billing', 'referrals'] };
    return audit({ ...urls, AUDIT_GRACE_SECONDS: '0' }, part);
  }

  async close(): Promise<void> {
    await this.outside.destroy();
    await this.referrals.close();
    await this.billing.close();
    await this.database.drop();
  }

  private async handledBy(service: Party): Promise<number> {
    const sql = `SELECT count(*)::int AS n FROM consumed_events WHERE topic = $1 AND type = $2 AND state = 'done'`;
    return this.sum(service, () => service, sql);
  }

  private async announcedTo(service: Party): Promise<number> {
    const sql = 'SELECT count(*)::int AS n FROM outbox WHERE topic = $1 AND type = $2';
    // The test writes auth's events into billing's outbox.
    return this.sum(service, ({ from }) => (from === 'referrals' ? 'referrals' : 'billing'), sql);
  }

  /** Sums over all event types that the service reacts to. */
  private async sum(service: Party, where: (reaction: Reaction) => Party, sql: string): Promise<number> {
    let sum = 0;
    for (const reaction of REACTIONS.filter(({ to }) => to === service)) {
      const { topic, type } = reaction;
      const isBilling = where(reaction) === 'billing';
      const rows: { n: number }[] = isBilling
        ? await this.billing.world.rows(sql, [topic, type])
        : await this.outside.query(sql, [topic, type]);
      sum += rows[0].n;
    }
    return sum;
  }
}
