import type { Bus } from '@precis/events/bus';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { encodeEvent } from '@precis/events/event-message';
import { eventually } from '@precis/testing/eventually';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { busDatabase } from '@precis/events/fixture/bus-database';
import { openDatabase } from '../database.js';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { DataSource } from 'typeorm';
import { completed, registered, verified, walletEntry } from './facts.js';
import { RunningReferrals, silent } from './running-referrals.js';
import { announcedIn, type CommissionRow, type News } from './written.js';

/** Referrals on a real bus, with direct access to its database. The test publishes the events of auth and billing. */
export class ReferralsWorld {
  private closers: (() => Promise<unknown>)[] = [];
  url: string;
  bus: Bus;
  running: RunningReferrals;
  outside: DataSource;

  static async start(): Promise<ReferralsWorld> {
    const world = new ReferralsWorld();
    const [own, log] = [await migratedDatabase('referrals', openDatabase), await busDatabase()];
    world.closers = [() => own.drop(), () => log.drop()];
    world.url = own.url;
    world.bus = await openEmbeddedBus({ url: log.url, logger: silent });
    world.closers.unshift(() => world.bus.close());
    world.running = await RunningReferrals.start(own.url, world.bus);
    world.closers.unshift(() => world.running.close());
    world.outside = await new DataSource({ type: 'postgres', url: own.url }).initialize();
    world.closers.unshift(() => world.outside.destroy());
    return world;
  }

  /** Publishes each event `times` times under the same id, like a relay that crashed before it recorded what it had published. */
  async publish(announcements: Announcement[], times = 1): Promise<void> {
    const messages = announcements.map(({ topic, key, type, payload, occurredAt }) => {
      const event = { position: '1', event_id: randomUUIDv7(), correlation_id: 'test', traceparent: null };
      const row = { ...event, topic, key, type, payload: Buffer.from(payload), occurred_at: occurredAt! };
      return encodeEvent(row, topic.split('.')[0]);
    });
    for (let time = 0; time < times; time++) await this.bus.publish(messages);
  }

  /** Publishes events, and waits until they and all earlier ones are handled: events of a topic are handled in order. */
  async tell(announcements: Announcement[], times = 1): Promise<void> {
    await this.publish(announcements, times);
    const marker = `marker-${randomUUID()}`;
    await this.publish([
      registered(marker),
      completed({ userId: marker, paymentId: marker }),
      walletEntry(marker, marker, 'payment'),
    ]);
    const handled = `SELECT 1 FROM consumed_events WHERE key = $1 AND state = 'done'`;
    await eventually('all events are handled', async () => (await this.outside.query(handled, [marker])).length === 3);
    const waiting = await this.outside.query(`SELECT type, cause FROM consumed_events WHERE state <> 'done'`);
    if (waiting.length > 0) throw new Error(`not handled: ${JSON.stringify(waiting)}`);
  }

  /** An account that may be a referrer, with its code. */
  async referrer(): Promise<{ id: string; code: string }> {
    const id = randomUUID();
    await this.tell([registered(id), verified(id)]);
    return { id, code: (await this.running.as('gateway').getCode({ accountId: id })).code };
  }

  /** An account that signed up with this code. */
  async referred(code: string): Promise<string> {
    const id = randomUUID();
    await this.tell([registered(id), verified(id, code)]);
    return id;
  }

  async commissions(referredId: string): Promise<CommissionRow[]> {
    return this.outside.query(
      'SELECT id, payment_id, referrer_id, status, amount_cents::int, owed_cents::int FROM commissions WHERE referred_id = $1 ORDER BY created_at, payment_id',
      [referredId],
    );
  }

  /** The events announced to a referrer, oldest first. */
  news(referrerId: string): Promise<News[]> {
    return announcedIn(this.outside.manager, referrerId);
  }

  async close(): Promise<void> {
    for (const close of this.closers) await close();
  }
}
