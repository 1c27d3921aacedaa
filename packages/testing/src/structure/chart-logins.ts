import { SERVICE_LIST } from '@precis/runtime/service-list';
import { type Container, containersOf, deploymentOf, type KubernetesObject } from './chart-file.js';

const GRANTS = '/app/packages/events/dist/operator/grant-access.main.js';
const ADMIN = 'precis-kafka-admin';

const variable = ({ env = [] }: Container, name: string) => env.find((one) => one.name === name);
const secretsOf = ({ env = [] }: Container) =>
  env.flatMap(({ name, valueFrom }) => (valueFrom ? [{ name, secret: valueFrom.secretKeyRef.name }] : []));

/** A service reads the secret of a caller, CALLER_<NAME>, where that caller keeps it; all others are in its own Secret. */
const secretFor = (service: string, name: string): string => {
  const caller = /^CALLER_(?!SECRET$)([A-Z]+)$/.exec(name)?.[1];
  return `precis-${caller?.toLowerCase() ?? service}`;
};

function databaseFaults(service: string, container: Container): string[] {
  const url = variable(container, 'DATABASE_URL')?.value ?? '';
  const [login, place = ''] = url.split('@');
  const isOwn =
    login === `postgres://precis_${service}:$(DATABASE_PASSWORD)` &&
    place.replace(/\?.*$/, '').endsWith(`/precis_${service}`);
  return [
    ...(isOwn ? [] : [`DATABASE_URL is ${url}`]),
    ...(variable(container, 'DATABASE_PASSWORD')?.valueFrom ? [] : ['DATABASE_PASSWORD is no secret']),
  ];
}

function kafkaFaults(service: string, container: Container): string[] {
  const login = variable(container, 'KAFKA_SASL_USERNAME')?.value;
  return [
    ...(login === service ? [] : [`its login at Kafka is ${login}`]),
    ...(variable(container, 'KAFKA_SASL_PASSWORD')?.valueFrom ? [] : ['KAFKA_SASL_PASSWORD is no secret']),
  ];
}

function redisFaults(container: Container): string[] {
  const url = variable(container, 'REDIS_URL')?.value;
  if (url === undefined) return [];
  const hasLogin = /^rediss?:\/\/:\$\(REDIS_PASSWORD\)@/.test(url) && variable(container, 'REDIS_PASSWORD')?.valueFrom;
  return hasLogin ? [] : [`REDIS_URL is ${url}`];
}

/** What is wrong with the logins of a variant with separate services, one line each. */
export function loginFaults(objects: KubernetesObject[]): string[] {
  const steps = objects.filter(({ kind }) => kind === 'Job').flatMap(containersOf);
  const ofService = ({ name, database }: (typeof SERVICE_LIST)[number]) => {
    const container = containersOf(deploymentOf(objects, name)!)[0];
    const step = steps.find((one) => one.name === `migrate-${name}`);
    const foreign = [container, ...(step ? [step] : [])]
      .flatMap(secretsOf)
      .filter((one) => one.secret !== secretFor(name, one.name))
      .map((one) => `${one.name} is in ${one.secret}`);
    const faults = [
      ...foreign,
      ...redisFaults(container),
      ...(database ? [...databaseFaults(name, container), ...kafkaFaults(name, container)] : []),
      ...(database && step ? databaseFaults(name, step) : []),
    ];
    return faults.map((fault) => `${name}: ${fault}`);
  };
  const grants = steps.find(({ command }) => command?.includes(GRANTS));
  const grantsAsAdmin = grants && secretsOf(grants).every(({ secret }) => secret === ADMIN);
  return [...SERVICE_LIST.flatMap(ofService), ...(grantsAsAdmin ? [] : ['no step grants the rights at Kafka'])];
}
