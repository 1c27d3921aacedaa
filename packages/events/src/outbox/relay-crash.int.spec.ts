import { Registry } from 'prom-client';
import { inTransaction } from '@precis/runtime/database';
import { eventually } from '@precis/testing/eventually';
import { Bus, type OutgoingMessage } from '../bus.js';
import { type EventFixture, effectReaction, openEventFixture, TOPIC } from '../fixture/event-fixture.js';
import { addToOutbox } from './outbox.js';
import { Relay } from './relay.js';

/** Publishes really; `after` runs before the relay gets the result. */
class Interrupted extends Bus {
  published = 0;
  constructor(
    private readonly real: Bus,
    private readonly after: () => Promise<void>,
  ) {
    super();
  }
  async publish(batch: OutgoingMessage[]): Promise<void> {
    await this.real.publish(batch);
    this.published += batch.length;
    await this.after();
  }
  run(): never {
    throw new Error('publishes only');
  }
  async close(): Promise<void> {}
}

describe('relay and crashes', () => {
  let fixture: EventFixture;
  beforeEach(async () => {
    fixture = await openEventFixture();
  });
  afterEach(() => fixture.close());

  const relayOn = (bus: Bus, metrics = new Registry()): Relay =>
    new Relay({
      database: fixture.database,
      databaseUrl: fixture.service.url,
      bus,
      producer: 'tests',
      logger: fixture.logger,
      metrics,
    });
  const announce = (...texts: string[]) =>
    inTransaction(fixture.database, (manager) =>
      addToOutbox(
        manager,
        ...texts.map((text) => ({ topic: TOPIC, key: 'u1', type: 'user-registered', payload: Buffer.from(text) })),
      ),
    );
  const unmarked = async () => (await fixture.database.query('SELECT 1 FROM outbox WHERE published_at IS NULL')).length;

  it('publishes nothing of a rolled back transaction', async () => {
    await expect(
      inTransaction(fixture.database, async (manager) => {
        await addToOutbox(manager, { topic: TOPIC, key: 'u1', type: 'user-registered', payload: Buffer.from('void') });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await fixture.database.query('SELECT 1 FROM outbox')).toHaveLength(0);
    await expect(
      addToOutbox(fixture.database.manager, { topic: TOPIC, key: 'u1', type: 'a', payload: Buffer.of() }),
    ).rejects.toThrow('open transaction');
  });

  it('publishes events that a crashed process had committed but not published, and shows them in the gauges until then', async () => {
    await announce('a', 'b');
    const metrics = new Registry();
    const relay = relayOn(fixture.bus, metrics);
    expect(await metrics.metrics()).toContain('precis_outbox_depth 2\n');
    await fixture.consume([effectReaction()]);
    relay.start();
    await eventually('effects', async () => (await fixture.effects()).length === 2);
    await eventually('marks', async () => (await unmarked()) === 0);
    expect(await fixture.effects()).toEqual(['a', 'b']);
    expect(await metrics.metrics()).toContain('precis_outbox_oldest_age_seconds 0');
    await relay.stop();
  });

  it('publishes events again that it had published but not marked when it died, with one effect', async () => {
    let deaths = 0;
    const bus = new Interrupted(fixture.bus, async () => {
      if (deaths++ > 0) return;
      await fixture.database.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tests-relay'",
      );
    });
    const relay = relayOn(bus);
    await fixture.consume([effectReaction()]);
    await announce('once');
    relay.start();
    await eventually('mark', async () => (await unmarked()) === 0);
    await announce('next');
    await eventually('next effect', async () => (await fixture.effects()).includes('next'));
    expect(bus.published).toBe(3);
    expect(await fixture.effects()).toEqual(['once', 'next']);
    await relay.stop();
  });

  it('stops without waiting for a hanging bus, and the next relay publishes the rest', async () => {
    const over = Promise.withResolvers<void>();
    const hanging = new Interrupted(fixture.bus, () => over.promise);
    const relay = relayOn(hanging);
    await fixture.consume([effectReaction()]);
    await announce('once');
    relay.start();
    await eventually('it hangs', () => hanging.published === 1);
    // The publish does not end before the test.
    await relay.stop();
    const next = relayOn(fixture.bus);
    next.start();
    await eventually('mark', async () => (await unmarked()) === 0);
    await announce('next');
    await eventually('next effect', async () => (await fixture.effects()).includes('next'));
    expect(await fixture.effects()).toEqual(['once', 'next']);
    await next.stop();
    over.resolve();
  }, 30_000);

  it('keeps the rows that it published', async () => {
    const relay = relayOn(fixture.bus);
    relay.start();
    await announce('a', 'b', 'c');
    await eventually('marks', async () => (await unmarked()) === 0);
    expect(await fixture.database.query('SELECT 1 FROM outbox WHERE published_at IS NOT NULL')).toHaveLength(3);
    await relay.stop();
  });
});
