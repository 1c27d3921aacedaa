import { Registry } from 'prom-client';
import { inTransaction } from '@precis/runtime/database';
import { eventually } from '@precis/testing/eventually';
import { Bus, type OutgoingMessage } from '../bus.js';
import { type EventFixture, openEventFixture } from '../fixture/event-fixture.js';
import { addToOutbox } from './outbox.js';
import { Relay } from './relay.js';

/** Fails every other publish, half of the time after it stored a part; topic `missing.v1` always fails. */
class Flaky extends Bus {
  readonly stored: OutgoingMessage[] = [];
  calls = 0;
  async publish(batch: OutgoingMessage[]): Promise<void> {
    if (batch[0].topic === 'missing.v1') throw new Error('no such topic');
    this.calls += 1;
    if (this.calls % 4 === 1) this.stored.push(...batch.slice(0, 3));
    if (this.calls % 2 === 1) throw new Error('broker went away');
    this.stored.push(...batch);
  }
  run(): never {
    throw new Error('publishes only');
  }
  async close(): Promise<void> {}
}

describe('relay and order', () => {
  let fixture: EventFixture;
  const relays: Relay[] = [];
  beforeEach(async () => {
    fixture = await openEventFixture();
  });
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    await fixture.close();
  });

  const startRelay = (bus: Bus): void => {
    const relay = new Relay({
      database: fixture.database,
      databaseUrl: fixture.service.url,
      bus,
      producer: 'tests',
      logger: fixture.logger,
      metrics: new Registry(),
    });
    relays.push(relay);
    relay.start();
  };
  const announce = (
    key: string,
    text: string,
    topic = 'auth.user.v1',
    hold: () => Promise<void> = async () => undefined,
  ) =>
    inTransaction(fixture.database, async (manager) => {
      await addToOutbox(manager, { topic, key, type: 'user-registered', payload: Buffer.from(text) });
      await hold();
    });
  const firstTexts = (bus: Flaky, key: string) => [
    ...new Set(bus.stored.filter((m) => m.key === key).map((m) => Buffer.from(m.value).toString())),
  ];

  it('keeps the order of each key while the bus fails again and again', async () => {
    const bus = new Flaky();
    for (let i = 0; i < 40; i++) await announce(`k${i % 2}`, `${i}`);
    startRelay(bus);
    for (let i = 40; i < 80; i++) await announce(`k${i % 2}`, `${i}`);
    await eventually('all stored', () => firstTexts(bus, 'k0').length + firstTexts(bus, 'k1').length === 80, 20_000);
    for (const key of [0, 1])
      expect(firstTexts(bus, `k${key}`)).toEqual(Array.from({ length: 40 }, (_, i) => `${2 * i + key}`));
  }, 30_000);

  it('does not let an unpublishable topic block another', async () => {
    const bus = new Flaky();
    for (let i = 0; i < 250; i++) await announce('k', `${i}`, 'missing.v1');
    await announce('k', 'other');
    startRelay(bus);
    await eventually('the other topic', () => firstTexts(bus, 'k').includes('other'));
  }, 30_000);

  it('publishes a key in the order of commits when two transactions announce for it simultaneously', async () => {
    const bus = new Flaky();
    startRelay(bus);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let began = (): void => undefined;
    const begun = new Promise<void>((resolve) => (began = resolve));
    const first = announce('k', 'first', 'auth.user.v1', () => {
      began();
      return held;
    });
    await begun;
    const second = announce('k', 'second');
    // The second must wait for the first; another key must not.
    await announce('other', 'free');
    await eventually('the free key', () => firstTexts(bus, 'other').length === 1);
    expect(firstTexts(bus, 'k')).toEqual([]);
    release();
    await Promise.all([first, second]);
    await eventually('both', () => firstTexts(bus, 'k').length === 2);
    expect(firstTexts(bus, 'k')).toEqual(['first', 'second']);
  });

  it('lets one of two relays work, and the other takes over when the connection dies', async () => {
    const [one, two] = [new Flaky(), new Flaky()];
    one.calls = two.calls = 1;
    startRelay(one);
    await announce('k', 'a');
    await eventually('first relay works', () => one.stored.length > 0);
    startRelay(two);
    const activity = () =>
      fixture.database.query("SELECT pid FROM pg_stat_activity WHERE application_name = 'tests-relay'");
    await eventually('second relay waits', async () => (await activity()).length === 2);
    await announce('k', 'b');
    await eventually('still the first', () => firstTexts(one, 'k').includes('b'));
    expect(two.stored).toEqual([]);
    // Stopped before it can reconnect, like a dead process.
    await fixture.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 7210002 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    await relays[0].stop();
    await announce('k', 'c');
    await eventually('takeover', () => firstTexts(two, 'k').includes('c'));
  });
});
