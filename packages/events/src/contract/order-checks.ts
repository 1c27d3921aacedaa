import assert from 'node:assert/strict';
import type { BusCheck } from './bus-check.js';
import { Collector, message, textOf } from './collector.js';
import { numbered } from './delivery-checks.js';

const KEYS = ['a', 'b', 'c', 'd', 'e'];

export const ORDER_CHECKS: BusCheck[] = [
  {
    promise: 'delivers the messages of a key in the order in which they were published, one at a time',
    async run(harness) {
      const [bus, topic] = [await harness.open(), await harness.newTopic()];
      const busy = new Set<string | null>();
      const overlaps: string[] = [];
      const collector = await new Collector(harness.patienceMs).run(bus, 'g', topic, async (received) => {
        if (busy.has(received.key)) overlaps.push(textOf(received));
        busy.add(received.key);
        await new Promise((resolve) => setImmediate(resolve));
        busy.delete(received.key);
      });
      const all = numbered(200).map((text, i) => message(topic, KEYS[i % KEYS.length], text));
      for (let from = 0; from < all.length; from += 40) await bus.publish(all.slice(from, from + 40));
      await collector.has(numbered(200));
      for (const [at, key] of KEYS.entries()) {
        assert.deepEqual(
          collector.firstTexts(key),
          numbered(200).filter((_, i) => i % KEYS.length === at),
        );
      }
      assert.deepEqual(overlaps, [], 'handled while another of the key was in hand');
      await bus.close();
    },
  },
  {
    promise: 'delivers a message that failed again before any later one of its key',
    async run(harness) {
      const [bus, topic] = [await harness.open(), await harness.newTopic()];
      let failures = 0;
      const collector = await new Collector(harness.patienceMs).run(bus, 'g', topic, async (received) => {
        if (textOf(received) === 'm2' && failures++ < 2) throw new Error('not now');
      });
      await bus.publish(numbered(6).map((text) => message(topic, 'k', text)));
      await collector.has(numbered(6));
      assert.deepEqual(collector.firstTexts('k'), numbered(6));
      await bus.close();
    },
  },
];
