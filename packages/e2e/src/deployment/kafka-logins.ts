import type { KafkaBackend } from '@precis/backends/kafka-backend';
import { KAFKA_ADMIN, type KafkaPasswords } from '@precis/backends/kafka-login';
import type { KafkaAccess } from '@precis/events/kafka/kafka-client';
import { createLogger } from '@precis/runtime/logger';
import { randomBytes } from 'node:crypto';
import { DATABASE_SERVICES } from './distributed-settings.js';

type WithLogins = Pick<KafkaBackend, 'brokers' | 'passwords'>;

/** The logins of a deployment: one for each service with events, and the admin's. The gateway has none. */
export const freshKafkaPasswords = (): KafkaPasswords =>
  Object.fromEntries([KAFKA_ADMIN, ...DATABASE_SERVICES].map((user) => [user, randomBytes(16).toString('hex')]));

/** The login settings of a process; empty when the test run's Kafka accepts everybody. */
export function kafkaLogin({ passwords }: WithLogins, user: string): Record<string, string> {
  return passwords && user in passwords
    ? { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: user, KAFKA_SASL_PASSWORD: passwords[user] }
    : {};
}

/** A test's own access to that Kafka; without a user as the admin. */
export function kafkaAccessOf({ brokers, passwords }: WithLogins, user = KAFKA_ADMIN): KafkaAccess {
  const sasl = passwords && ({ mechanism: 'plain', username: user, password: passwords[user] } as const);
  return { brokers, clientId: user, sasl, logger: createLogger(user, 'silent') };
}
