import type { Logger } from '@precis/runtime/logger';
import { Kafka, type KafkaConfig, logLevel } from 'kafkajs';
import { mendKafkajs } from './kafkajs-mends.js';

/** Access to a Kafka cluster. */
export interface KafkaAccess extends Pick<KafkaConfig, 'ssl' | 'sasl'> {
  /** host:port of some brokers. */
  brokers: string[];
  clientId: string;
  /** Prefix of every topic and group, so that several deployments can share a cluster. Default: none. */
  prefix?: string;
  logger: Logger;
}

/** Uses short attempts: the callers have longer limits, and a new connection helps where waiting does not. */
export function kafkaClient({ brokers, clientId, logger, ssl, sasl }: KafkaAccess): Kafka {
  mendKafkajs();
  return new Kafka({
    brokers,
    clientId,
    ssl,
    sasl,
    connectionTimeout: 3_000,
    requestTimeout: 8_000,
    enforceRequestTimeout: true,
    retry: { retries: 4, initialRetryTime: 200, maxRetryTime: 2_000, factor: 0.2, multiplier: 2 },
    logLevel: logLevel.WARN,
    // Most of its "errors" are brokers that move; real failures are rejected and logged by the caller.
    logCreator: () => (entry) =>
      logger.debug({ err: { name: entry.namespace, message: entry.log.message } }, 'kafkajs'),
  });
}
