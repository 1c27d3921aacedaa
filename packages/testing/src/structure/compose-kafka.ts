import { KAFKA_ADMIN, kafkaLoginSettings } from '@precis/backends/kafka-login';
import { type Compose, environmentOf } from './compose-file.js';
import { builtModule } from './repository-files.js';

/** The logins that the declared topics need. */
export type KafkaUsers = string[];

interface Topics {
  TOPICS: readonly unknown[];
}
interface Rights {
  usersOf(topics: readonly unknown[]): string[];
}

/** Reads the logins from the built events package. */
export async function readKafkaUsers(): Promise<KafkaUsers> {
  const { TOPICS } = await builtModule<Topics>('packages/events', 'catalogue/topics');
  const { usersOf } = await builtModule<Rights>('packages/events', 'operator/access-rights');
  return usersOf(TOPICS);
}

const loginOf = ({ services }: Compose, name: string) => {
  const {
    KAFKA_BROKERS: brokers,
    KAFKA_SASL_MECHANISM: mechanism,
    KAFKA_SASL_USERNAME: user,
    KAFKA_SASL_PASSWORD: password,
  } = environmentOf(services[name]);
  return { brokers, mechanism, user, password };
};

/** Translates the environment to server.properties, as the image does. */
const propertiesOf = (environment: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name.replace('KAFKA_', '').toLowerCase().replaceAll('_', '.'),
      value,
    ]),
  );

/** Rules for access to Kafka. kafka-access.int.spec.ts shows that a broker with these settings refuses strangers. */
export const KAFKA_RULES: Record<string, (compose: Compose, users: KafkaUsers) => string[]> = {
  'Kafka takes nobody without a login, and each does what its rights say': (compose, users) => {
    const found = propertiesOf(environmentOf(compose.services.kafka));
    const listeners = found.listeners.split(',').map((one) => one.split(':')[0]);
    const passwords = Object.fromEntries(
      [KAFKA_ADMIN, ...users].map((user) => [user, loginOf(compose, user === KAFKA_ADMIN ? 'rights' : user).password]),
    );
    const logins = found['listener.name.clients.plain.sasl.jaas.config'];
    const strangers = users.filter((user) => !logins.includes(`user_${user}=`));
    const sorted = (jaas: string) => jaas.replace(';', '').split(' ').sort().join(' ');
    const wanted = Object.entries(
      kafkaLoginSettings(
        passwords,
        listeners.filter((one) => one !== 'CONTROLLER'),
      ),
    );
    return [
      ...strangers.map(
        (user) => `add to the logins of kafka:  user_${user}="\${PRECIS_KAFKA_${user.toUpperCase()}_PASSWORD}"`,
      ),
      ...wanted
        .filter(([name, value]) => sorted(found[name] ?? '') !== sorted(value))
        .map(([name]) => `${name}=${found[name]}`),
      ...found['listener.security.protocol.map'].split(',').filter((one) => !one.endsWith(':SASL_PLAINTEXT')),
      // The image refuses to start with such a listener name unless it gets a file of logins.
      ...listeners.filter((one) => one.includes('SASL')),
    ];
  },
  'every service with events logs in at Kafka as itself, and no other does': (compose, users) => {
    const jobs = ['topics', 'rights', 'operator'];
    const logins = Object.keys(compose.services)
      .filter((name) => name !== 'kafka')
      .map((name) => ({ name, ...loginOf(compose, name) }));
    const passwords = new Set(logins.flatMap(({ password }) => password ?? []));
    return [
      ...logins
        .filter(
          ({ name, brokers, user }) =>
            user !== (jobs.includes(name) ? KAFKA_ADMIN : users.includes(name) ? name : undefined) ||
            !!brokers !== !!user,
        )
        .map(({ name, user }) => `${name} as ${user}`),
      ...logins
        .filter(({ user, mechanism }) => user !== undefined && mechanism !== 'plain')
        .map(({ name }) => `${name} logs in otherwise`),
      ...(passwords.size === users.length + 1 ? [] : ['two logins have the same password']),
    ];
  },
  'the rights are made before a service that needs them starts': ({ services }, users) => {
    const waitsFor = (name: string, job: string) =>
      services[name]?.depends_on?.[job]?.condition === 'service_completed_successfully';
    return [
      ...users.filter((name) => !waitsFor(name, 'rights')),
      ...(waitsFor('rights', 'topics') &&
      services.rights.command?.at(-1)?.endsWith('/packages/events/dist/operator/grant-access.main.js')
        ? []
        : ['rights']),
    ];
  },
};
