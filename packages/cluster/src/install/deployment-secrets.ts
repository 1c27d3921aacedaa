import { KAFKA_ADMIN } from '@precis/backends/kafka-login';
import { CALLERS, SERVICE_LIST } from '@precis/runtime/service-list';
import { randomBytes } from 'node:crypto';
import type { Surroundings } from './surroundings.js';

const secret = () => randomBytes(32).toString('base64url');
const key = () => `1=${randomBytes(32).toString('base64')}`;

/** The secrets of a deployment by the name of their Kubernetes Secret, without the release name. */
export type DeploymentSecrets = Record<string, Record<string, string>>;

/** Creates new secrets as the chart's README tells an operator to: one Secret for each service, one for the operator, one for Kafka's admin. */
export function deploymentSecrets(around: Surroundings): DeploymentSecrets {
  const secrets: DeploymentSecrets = {};
  const give = (name: string, values: Record<string, string>) => (secrets[name] = { ...secrets[name], ...values });
  for (const { name, database } of SERVICE_LIST)
    if (database)
      give(name, {
        DATABASE_PASSWORD: decodeURIComponent(new URL(around.databaseUrls[name]).password),
        KAFKA_SASL_PASSWORD: around.kafkaPasswords[name],
      });
  for (const caller of CALLERS) give(caller, { CALLER_SECRET: secret() });
  give('auth', {
    LINK_SECRET: secret(),
    KEY_ENCRYPTION_KEYS: key(),
    API_KEY_PEPPER: secret(),
    EMAIL_HASH_SECRET: secret(),
    GOOGLE_CLIENT_ID: around.google.GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET: around.google.GOOGLE_CLIENT_SECRET,
  });
  const { STRIPE_API_URL: _, ...payments } = around.payments;
  give('billing', payments);
  give('notifications', {
    UNSUBSCRIBE_SECRET: secret(),
    WEBHOOK_ENCRYPTION_KEYS: key(),
    SMTP_URL: around.smtpUrl,
  });
  give('kafka-admin', { KAFKA_SASL_USERNAME: KAFKA_ADMIN, KAFKA_SASL_PASSWORD: around.kafkaPasswords[KAFKA_ADMIN] });
  return secrets;
}

/** The Secret objects for one release in one namespace. */
export function secretObjects(secrets: DeploymentSecrets, namespace: string, fullname: string): object[] {
  return Object.entries(secrets).map(([name, stringData]) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${fullname}-${name}`, namespace },
    stringData,
  }));
}
