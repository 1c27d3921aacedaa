import assert from 'node:assert/strict';
import type { BusCheck } from './bus-check.js';
import { Collector, message } from './collector.js';

export const DELIVERY_CHECKS: BusCheck[] = [
  {
    promise: 'delivers key, headers and bytes as they were published, the largest included',
    async run(harness) {
      const [bus, topic] = [await harness.open(), await harness.newTopic()];
      const value = Buffer.alloc(900_000, 'präcis \u0000\u00ff', 'latin1');
      await bus.publish([{ topic, key: 'ключ-1', value, headers: { type: 'a', 'correlation-id': 'ü' } }]);
      await bus.publish([message(topic, 'ключ-1', 'last')]);
      const collector = await new Collector(harness.patienceMs).run(bus, 'g', topic);
      await collector.has(['last']);
      const [first] = collector.received;
      assert.equal(first.key, 'ключ-1');
      assert.deepEqual(first.headers, { type: 'a', 'correlation-id': 'ü' });
      assert.ok(value.equals(Buffer.from(first.value ?? [])));
      assert.equal(first.topic, topic);
      await bus.close();
    },
  },
  {
    promise: 'takes a batch of many large messages, and keeps their order',
    async run(harness) {
      const [bus, topic] = [await harness.open(), await harness.newTopic()];
      const texts = numbered(5).map((text) => text.padEnd(450_000, '.'));
      await bus.publish(
        texts.map((text) => message(topic, 'k', text)).map(({ headers: _, ...rest }) => ({ ...rest, headers: {} })),
      );
      const collector = await new Collector(harness.patienceMs).run(bus, 'g', topic);
      await collector.has(texts);
      assert.deepEqual(
        collector.firstTexts('k').map((text) => text.slice(0, 2)),
        numbered(5),
      );
      await bus.close();
    },
  },
  {
    promise: 'gives every group everything from the beginning, also one that comes late',
    async run(harness) {
      const [bus, topic] = [await harness.open(), await harness.newTopic()];
      const texts = numbered(20);
      await bus.publish(texts.slice(0, 10).map((text) => message(topic, 'k', text)));
      const early = await new Collector(harness.patienceMs).run(bus, 'early', topic);
      await early.has(texts.slice(0, 10));
      await bus.publish(texts.slice(10).map((text) => message(topic, 'k', text)));
      const late = await new Collector(harness.patienceMs).run(bus, 'late', topic);
      await early.has(texts);
      await late.has(texts);
      await bus.close();
    },
  },
  {
    promise: 'loses nothing while several publish at once and a reader follows',
    async run(harness) {
      const [bus, topic] = [await harness.open(), await harness.newTopic()];
      const collector = await new Collector(harness.patienceMs).run(bus, 'g', topic);
      const texts = numbered(400);
      const publishers = [0, 1, 2, 3].map(async (publisher) => {
        for (let i = publisher; i < texts.length; i += 4) await bus.publish([message(topic, `k${i % 7}`, texts[i])]);
      });
      await Promise.all(publishers);
      await collector.has(texts);
      await bus.close();
    },
  },
];

export const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => `m${i}`);
