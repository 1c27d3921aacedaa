import { ConfigError, parseConfig } from '@precis/runtime/config';
import type { Logger } from '@precis/runtime/logger';
import { z } from 'zod';
import type { KafkaAccess } from './kafka-client.js';

/** Access to Kafka; the same settings for services, `create-topics` and the operator's command. */
export const kafkaSettings = {
  /** Kafka addresses, `host:port,host:port`. */
  KAFKA_BROKERS: z
    .string()
    .transform((text) => brokerList(text))
    .refine((brokers) => brokers.length > 0, 'expected host:port,host:port'),
  /** Prefix of every topic and group, for deployments that share a Kafka; `create-topics` needs the same. */
  KAFKA_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]{0,100}$/)
    .default(''),
  /** `on` uses TLS; a private authority is set by Node's own NODE_EXTRA_CA_CERTS. */
  KAFKA_SSL: z.enum(['on', 'off']).default('off'),
  /** Empty: no login. */
  KAFKA_SASL_MECHANISM: z.enum(['', 'plain', 'scram-sha-256', 'scram-sha-512']).default(''),
  KAFKA_SASL_USERNAME: z.string().default(''),
  KAFKA_SASL_PASSWORD: z.string().default(''),
};

/** The parsed settings above. */
export type KafkaConfig = { [K in keyof typeof kafkaSettings]: z.output<(typeof kafkaSettings)[K]> };

/** Throws ConfigError, which quotes no value, for an incomplete login: Kafka would refuse every attempt forever. */
export function kafkaAccess(clientId: string, config: KafkaConfig, logger: Logger): KafkaAccess {
  const { KAFKA_SASL_MECHANISM: mechanism, KAFKA_SASL_USERNAME: username, KAFKA_SASL_PASSWORD: password } = config;
  const login = [mechanism, username, password].filter((one) => one !== '').length;
  if (login % 3 !== 0)
    throw new ConfigError(clientId, [
      'KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD must be set together',
    ]);
  const sasl = mechanism === '' ? undefined : ({ mechanism, username, password } as KafkaAccess['sasl']);
  return {
    brokers: config.KAFKA_BROKERS,
    prefix: config.KAFKA_PREFIX,
    ssl: config.KAFKA_SSL === 'on',
    sasl,
    clientId,
    logger,
  };
}

/** The same, read from an environment. */
export function readKafkaAccess(clientId: string, environment: Record<string, unknown>, logger: Logger): KafkaAccess {
  return kafkaAccess(clientId, parseConfig(clientId, z.object(kafkaSettings), environment), logger);
}

/** Parses Kafka addresses `host:port,host:port`; ignores blanks and empty entries. */
export function brokerList(text = ''): string[] {
  return text
    .split(',')
    .map((broker) => broker.trim())
    .filter(Boolean);
}
