/** The user that may do everything: it makes topics and rights, and brokers are it to each other. */
export const KAFKA_ADMIN = 'admin';

/** Passwords by user, KAFKA_ADMIN's among them; letters and digits alone. */
export type KafkaPasswords = Record<string, string>;

const PLAIN = 'org.apache.kafka.common.security.plain.PlainLoginModule required';

/**
 * The settings by which a broker takes nobody without a login, and lets everybody but the admin do only what a right says. The passwords
 * cross the network in clear, so that the network has to be the deployment's own.
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
