import assert from 'node:assert/strict';
import type { BusCheck } from './bus-check.js';
import { Collector, message, textOf } from './collector.js';
import { numbered } from './delivery-checks.js';
import { eventually } from '@precis/testing/eventually';

export const CRASH_CHECKS: BusCheck[] = [
  {
    promise: 'delivers again what was in hand when the consumer died, and all that follows',
    async run(harness) {
      const topic = await harness.newTopic();
      const first = await harness.open();
      await first.publish(numbered(6).map((text) => message(topic, 'k', text)));
      let hanging = false;
      await new Collector(harness.patienceMs).run(first, 'g', topic, (received) => {
        hanging = textOf(received) === 'm2';
        return hanging ? new Promise(() => undefined) : Promise.resolve();
      });
      await eventually('the message is in hand', () => hanging, harness.patienceMs);
      await first.close();

      const second = await harness.open();
      const collector = await new Collector(harness.patienceMs).run(second, 'g', topic);
      await collector.has(['m2', 'm3', 'm4', 'm5']);
      await second.close();
    },
  },
  {
    promise: 'keeps what it acknowledged when the publisher is gone',
    async run(harness) {
      const topic = await harness.newTopic();
      const publisher = await harness.open();
      await publisher.publish(numbered(50).map((text, i) => message(topic, `k${i % 5}`, text)));
      await publisher.close();

      const reader = await harness.open();
      const collector = await new Collector(harness.patienceMs).run(reader, 'g', topic);
      await collector.has(numbered(50));
      await reader.close();
    },
  },
  {
    promise: 'goes on after an orderly stop where the group left off',
    async run(harness) {
      const topic = await harness.newTopic();
      const first = await harness.open();
      await first.publish(numbered(10).map((text) => message(topic, 'k', text)));
      const before = await new Collector(harness.patienceMs).run(first, 'g', topic);
      await before.has(numbered(10));
      await before.stop();
      await first.close();

      const second = await harness.open();
      await second.publish([message(topic, 'k', 'later')]);
      const after = await new Collector(harness.patienceMs).run(second, 'g', topic);
      await after.has(['later']);
      assert.deepEqual(after.texts(), ['later']);
      await second.close();
    },
  },
];
