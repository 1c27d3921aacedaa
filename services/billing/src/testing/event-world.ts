import type { Bus } from '@precis/events/bus';
import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { EVENTS } from '@precis/events/catalogue/events';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { announce } from '@precis/events/outbox/outbox';
import { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { busDatabase } from '@precis/events/fixture/bus-database';
import { openDatabase } from '../database.js';
import { DataSource } from 'typeorm';
import { silent } from './running-billing.js';

/** A real bus, a view of billing's database from outside, and all announcements on the bus. */
export class EventWorld {
  /** subscription-changed events as the bus delivered them. */
  readonly announced: SubscriptionChanged[] = [];

  private constructor(
    readonly url: string,
    readonly bus: Bus,
    private readonly outside: DataSource,
    private readonly drops: (() => Promise<void>)[],
  ) {}

  static async open(): Promise<EventWorld> {
    const [own, log] = [await migratedDatabase('billing', openDatabase), await busDatabase()];
    const bus = await openEmbeddedBus({ url: log.url, logger: silent });
    const outside = await new DataSource({ type: 'postgres', url: own.url }).initialize();
    const world = new EventWorld(own.url, bus, outside, [own.drop, log.drop]);
    await bus.run(
      'observer',
      ['billing.subscription.v1'],
      async ({ value }) => void world.announced.push(SubscriptionChanged.decode(value!)),
    );
    return world;
  }

  /** Rows of billing's database. */
  async rows<T>(sql: string, parameters: unknown[] = []): Promise<T[]> {
    return this.outside.query(sql, parameters);
  }

  /** Publishes user-registered through the database's outbox: the relay does not care who wrote the row. */
  async registerUser(userId: string): Promise<void> {
    const message = { userId, referralCode: '', emailHash: new Uint8Array() };
    await this.publish(EVENTS.userRegistered.of(message, new Date()));
  }

  /** Publishes events of other services in the same way. */
  async publish(...events: Announcement[]): Promise<void> {
    await this.outside.transaction((manager) => announce(manager, ...events));
  }

  /** Publishes an event again under the same id, like a relay that crashed between publishing and marking. */
  async publishAgain(userId: string): Promise<void> {
    await this.outside.query(`UPDATE outbox SET published_at = NULL WHERE topic = 'auth.user.v1' AND key = $1`, [
      userId,
    ]);
  }

  of(userId: string): SubscriptionChanged[] {
    return this.announced.filter((event) => event.userId === userId);
  }

  async close(): Promise<void> {
    await this.bus.close();
    await this.outside.destroy();
    for (const drop of this.drops) await drop();
  }
}
