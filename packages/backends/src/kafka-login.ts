/** The user that may do everything: it creates topics and rights, and brokers use it among each other. */
export const KAFKA_ADMIN = 'admin';

/** Passwords by user, including KAFKA_ADMIN's; only letters and digits. */
export type KafkaPasswords = Record<string, string>;

const PLAIN = 'org.apache.kafka.common.security.plain.PlainLoginModule required';

/**
 * The settings by which a broker requires a login, and lets everybody but the admin do only what a right allows. Passwords cross the network in
 * clear text, so the network must belong to the deployment alone.
 */
export function kafkaLoginSettings(passwords: KafkaPasswords, clientListeners: string[]): Record<string, string> {
  const entries = Object.entries(passwords);
  const unusable = entries.filter(([, password]) => !/^[A-Za-z0-9]+$/.test(password)).map(([user]) => user);
  if (unusable.length > 0) throw new Error(`passwords of letters and digits are needed for ${unusable.join(', ')}`);
  const own = [`username="${KAFKA_ADMIN}"`, `password="${passwords[KAFKA_ADMIN]}"`];
  const known = entries.map(([user, password]) => `user_${user}="${password}"`);
  const admin = known.filter((one) => one.startsWith(`user_${KAFKA_ADMIN}=`));
  const jaas = (listener: string, users: string[]) =>
    [
      `listener.name.${listener.toLowerCase()}.plain.sasl.jaas.config`,
      `${[PLAIN, ...own, ...users].join(' ')};`,
    ] as const;
  return {
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'allow.everyone.if.no.acl.found': 'false',
    'super.users': `User:${KAFKA_ADMIN}`,
    'sasl.enabled.mechanisms': 'PLAIN',
    'sasl.mechanism.inter.broker.protocol': 'PLAIN',
    'sasl.mechanism.controller.protocol': 'PLAIN',
    ...Object.fromEntries([...clientListeners.map((listener) => jaas(listener, known)), jaas('CONTROLLER', admin)]),
  };
}
