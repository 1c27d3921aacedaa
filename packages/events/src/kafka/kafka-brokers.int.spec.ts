import { startKafka } from '@precis/backends/kafka-backend';
import { inTransaction } from '@precis/runtime/database';
import { pause } from '@precis/runtime/pause';
import { eventually } from '@precis/testing/eventually';
import { Registry } from 'prom-client';
import { decodeEvent } from '../event-message.js';
import { BrokerKiller, type Kill } from '../fixture/broker-killer.js';
import { PARTITIONS } from '../fixture/kafka-event-fixture.js';
import { kafkaForAll } from '../fixture/kafka-for-all.js';
import { disagreements, keyOf } from '../fixture/keyed-texts.js';
import { openKafkaBus } from './kafka-bus.js';
import { kafkaPlaces } from './kafka-places.js';
import { addToOutbox } from '../outbox/outbox.js';
import { Relay } from '../outbox/relay.js';

const FULL = Boolean(process.env.FULL);
const KILLING_MS = FULL ? 180_000 : 20_000;
const PER_SECOND = 200;
const KEYS = 40;
const MOVES_WITHIN_MS = 30_000;
/** Messages that waited for leaders are handled afterwards; a busy machine took minutes for 20,000 events. */
const HEAL_MS = FULL ? 600_000 : 120_000;

describe('three brokers, killed with -9 one after another under load', () => {
  const shared = kafkaForAll(() => startKafka({ nodes: 3, environment: process.env }), 3);

  const count = async (sql: string): Promise<number> =>
    (await shared.fixture.database.query(`SELECT count(*)::int AS n FROM ${sql}`))[0].n;

  /** The load writes to every partition all the time. */
  async function allMoved(): Promise<void> {
    const { database } = shared.fixture;
    const [{ since }] = await database.query('SELECT clock_timestamp()::text AS since');
    const moved = async () =>
      (
        await database.query('SELECT count(DISTINCT partition)::int AS n FROM consumed_events WHERE consumed_at > $1', [
          since,
        ])
      )[0].n;
    await eventually('every partition moves', async () => (await moved()) === PARTITIONS, HEAL_MS);
  }

  /** Announces like a service until aborted; returns the texts in the order of their commits. */
  async function write(signal: AbortSignal): Promise<string[]> {
    const texts: string[] = [];
    while (!signal.aborted) {
      const more = Array.from(
        { length: PER_SECOND / 10 },
        (_, i) => `k${(texts.length + i) % KEYS} ${texts.length + i}`,
      );
      const events = more.map((text) => ({
        topic: shared.fixture.topic,
        key: keyOf(text),
        type: 'user-registered',
        payload: Buffer.from(text),
      }));
      await inTransaction(shared.fixture.database, (manager) => addToOutbox(manager, ...events));
      texts.push(...more);
      await pause(100, signal);
    }
    return texts;
  }

  /** A relay publishes and two consumers handle events while the brokers die in turn; returns when all is published. */
  async function loadWhileKilling(): Promise<{ texts: string[]; kills: Kill[] }> {
    const { kafka, fixture } = shared;
    const { database, databaseUrl, access } = fixture;
    const relayBus = await openKafkaBus(access);
    const relay = new Relay({
      database,
      databaseUrl,
      bus: relayBus,
      producer: 'tests',
      logger: access.logger,
      metrics: new Registry(),
    });
    const enough = new AbortController();
    relay.start();
    const writing = write(enough.signal);
    try {
      await Promise.all([fixture.join(), fixture.join()]);
      await eventually('the group works', async () => (await count('effects')) > 0, 60_000);
      const inFlight = async () => {
        const [unpublished, published, effects] = [
          await count('outbox WHERE published_at IS NULL'),
          await count('outbox WHERE published_at IS NOT NULL'),
          await count('effects'),
        ];
        return { unpublished, unhandled: Math.max(0, published - effects) };
      };
      const kills = await new BrokerKiller(kafka, access, fixture.topic, inFlight, allMoved).run(KILLING_MS);
      console.log(
        kills
          .map(
            ({ broker, led, inFlight: had, movedMs }) =>
              `broker ${broker} killed: led ${led} partitions, ${had.unpublished} events unpublished, ${had.unhandled} unhandled; each partition moved ${(movedMs / 1_000).toFixed(1)} s after its return`,
          )
          .join('\n'),
      );
      // A fault without effect proves nothing.
      expect(kills.filter(({ led }) => led === 0)).toEqual([]);
      expect(kills.filter(({ movedMs }) => movedMs > MOVES_WITHIN_MS)).toEqual([]);
      expect(new Set(kills.map(({ broker }) => broker)).size).toBe(3);
      enough.abort();
      const texts = await writing;
      await eventually('all published', async () => (await count('outbox WHERE published_at IS NULL')) === 0, HEAL_MS);
      return { texts, kills };
    } finally {
      enough.abort();
      await writing.catch(() => undefined);
      await relay.stop();
      await relayBus.close();
    }
  }

  /** Reads the whole log with a separate group, in order per partition. */
  async function readBack(): Promise<{ eventId: string; text: string }[]> {
    const { fixture } = shared;
    const [bus, seen] = [
      await openKafkaBus({ ...fixture.access, drainMs: 500 }),
      [] as { eventId: string; text: string }[],
    ];
    await bus.run(`${fixture.group}-audit`, [fixture.topic], async (message) => {
      seen.push({ eventId: decodeEvent(message).eventId, text: Buffer.from(message.value!).toString() });
    });
    const places = (await kafkaPlaces(fixture.access, fixture.group)).get(fixture.group)!;
    const length = Number(places.reduce((sum, { end }) => sum + end, 0n));
    await eventually('the log is read to its end', () => seen.length >= length, HEAL_MS);
    await bus.close();
    return seen;
  }

  it(
    'every event marked published is in the log, every effect comes once, each key keeps its order',
    async () => {
      const { texts, kills } = await loadWhileKilling();
      await eventually('all effects', async () => (await count('effects')) >= texts.length, HEAL_MS);
      const log = await readBack();
      const stored = new Set(log.map(({ eventId }) => eventId));
      const published: { event_id: string }[] = await shared.fixture.database.query(
        'SELECT event_id FROM outbox WHERE published_at IS NOT NULL',
      );
      expect(published).toHaveLength(texts.length);
      expect(published.filter(({ event_id }) => !stored.has(event_id))).toEqual([]);
      expect(disagreements(texts, [...new Set(log.map(({ text }) => text))])).toEqual([]);
      expect(disagreements(texts, await shared.fixture.effects())).toEqual([]);
      console.log(
        `${kills.length} kills, ${texts.length} events published, ${log.length - stored.size} repeats in the log`,
      );
    },
    KILLING_MS + 2 * HEAL_MS + 180_000,
  );
});
