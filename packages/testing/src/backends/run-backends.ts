import { startKafka } from '@precis/backends/kafka-backend';
import { startRedis } from '@precis/backends/redis-backend';

/** Backends for all files of a run together, and their variables. */
export interface RunBackends {
  variables: Record<string, string>;
  stop(): Promise<void>;
}

/** Starts one Kafka and one Redis for all test files that may share them. If each file started its own, a Kafka would take ten seconds of a core. */
export async function startRunBackends(environment: NodeJS.ProcessEnv): Promise<RunBackends> {
  const [kafka, redis] = await Promise.allSettled([startKafka({ environment }), startRedis({ environment })]);
  const running = [kafka, redis].flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => void (await Promise.all(running.map((one) => one.stop())));
  if (kafka.status === 'rejected' || redis.status === 'rejected') {
    await stop();
    throw (kafka.status === 'rejected' ? kafka : (redis as PromiseRejectedResult)).reason;
  }
  return {
    variables: { TEST_KAFKA_BROKERS: kafka.value.brokers.join(','), TEST_REDIS_URL: redis.value.url },
    stop,
  };
}
