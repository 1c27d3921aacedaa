import { randomBytes } from 'node:crypto';
import { createLogger } from '@precis/runtime/logger';
import { testRun } from '@precis/testing/test-run';
import type { Bus } from '../bus.js';
import { createTopics } from '../operator/create-topics.js';
import { openKafkaBus } from '../kafka/kafka-bus.js';
import type { BusHarness } from './bus-check.js';

/** The Kafka bus on running, perhaps shared brokers, with its own prefix. Topics have three partitions. */
export function kafkaHarness(brokers: string[], stop: () => Promise<void>): BusHarness {
  const access = {
    brokers,
    clientId: 'bus-contract',
    prefix: `${testRun()}.${randomBytes(4).toString('hex')}.`,
    logger: createLogger('bus-contract', 'silent'),
  };
  const open: Bus[] = [];
  return {
    patienceMs: 45_000,
    open: async () => {
      const bus = await openKafkaBus({ ...access, drainMs: 200 });
      open.push(bus);
      return bus;
    },
    newTopic: async () => {
      const name = `t-${randomBytes(6).toString('hex')}`;
      await createTopics({ ...access, topics: [{ name, partitions: 3 }] });
      return name;
    },
    dispose: async () => {
      await Promise.all(open.map((bus) => bus.close()));
      await stop();
    },
  };
}
