import { EventEmitter } from 'node:events';
import { createLogger } from '@precis/runtime/logger';
import type { Consumer } from 'kafkajs';
import { ConsumerVitals, type GivenUp } from './consumer-vitals.js';

const events = Object.fromEntries(
  ['FETCH', 'HEARTBEAT', 'GROUP_JOIN', 'REBALANCING', 'CRASH', 'STOP'].map((name) => [name, name]),
);
const CUT = Object.assign(new Error('Request SyncGroup timed out'), {
  name: 'KafkaJSRequestTimeoutError',
  retriable: true,
});
const REFUSED = Object.assign(new Error('inconsistent group protocol'), {
  name: 'KafkaJSProtocolError',
  retriable: false,
});

/** A kafkajs consumer, reduced to its signs of life. */
const silentConsumer = () => Object.assign(new EventEmitter(), { events });

describe('the signs of life of a consumer', () => {
  let vitals: ConsumerVitals;
  beforeEach(() => (vitals = new ConsumerVitals('g', createLogger('vitals', 'silent'), new AbortController().signal)));

  /** Makes consumers crash at their attempt to join, one after the other; returns the reason of the last crash. */
  async function crashes(count: number, error: Error): Promise<GivenUp> {
    let why: GivenUp | undefined;
    for (let i = 0; i < count; i++) {
      const consumer = silentConsumer();
      const gone = vitals.follow(consumer as unknown as Consumer);
      consumer.emit('CRASH', { payload: { error } });
      why = await gone;
      vitals.drop(why);
    }
    return why!;
  }

  it('do not include its crashes or its replacement', async () => {
    const began = performance.now();
    expect(await crashes(5, CUT)).toMatchObject({ refused: false });
    const passedMs = performance.now() - began;
    expect(vitals.silentMs()).toBeGreaterThanOrEqual(passedMs);
    expect(vitals.assignment).toBeUndefined();
  });

  it('are a join, which assigns its partitions until the group changes, and a heartbeat', () => {
    const consumer = silentConsumer();
    void vitals.follow(consumer as unknown as Consumer);
    for (const sign of [['GROUP_JOIN', { payload: { memberAssignment: { t: [1] } } }], ['HEARTBEAT']] as const) {
      const before = performance.now();
      consumer.emit(...(sign as [string]));
      expect(vitals.silentMs()).toBeLessThanOrEqual(performance.now() - before);
      expect(vitals.assignment).toEqual({ t: [1] });
    }
    consumer.emit('REBALANCING', {});
    expect(vitals.assignment).toBeUndefined();
  });

  it('are not expected while Kafka refuses the member, or is unreachable: each case has its own limit', async () => {
    expect(await crashes(2, REFUSED)).toMatchObject({ refused: true });
    expect(vitals.silentMs()).toBe(0);
    expect(() => vitals.check(1_000)).not.toThrow();
    expect(() => vitals.check(-1)).toThrow('can join');
    const later = performance.now();
    vitals.drop(new Error('no connection'));
    expect(vitals.silentMs()).toBeLessThanOrEqual(performance.now() - later);
    expect(() => vitals.check(-1)).not.toThrow();
  });
});
