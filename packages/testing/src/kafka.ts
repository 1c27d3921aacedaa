import { startKafka } from '@precis/backends/kafka-backend';

/** A Kafka that a test file may use, but not kill. On a shared one, every name begins with `testRun()` and a dot. */
export interface TestKafka {
  brokers: string[];
  stop(): Promise<void>;
}

/** The Kafka of TEST_KAFKA_BROKERS, otherwise one of the test file. A missing Kafka fails the test; it never skips it. */
export async function testKafka(): Promise<TestKafka> {
  const given = (process.env.TEST_KAFKA_BROKERS ?? '').split(',').filter(Boolean);
  if (given.length > 0) return { brokers: given, stop: async () => undefined };
  const { brokers, stop } = await startKafka({ environment: process.env });
  return { brokers, stop };
}
