import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { containersOf, deploymentOf, type KubernetesObject, readGolden, type Shape } from './chart-file.js';
import { loginFaults } from './chart-logins.js';
import { textOf } from './repository-files.js';

const CHART = 'charts/precis';
const SEPARATE: Shape[] = ['single-node', 'high-availability', 'operators'];

const containerOf = (objects: KubernetesObject[], service: string) => containersOf(deploymentOf(objects, service)!)[0];
const variableOf = (objects: KubernetesObject[], service: string, name: string) =>
  containerOf(objects, service).env!.find((variable) => variable.name === name)!;

describe('the logins of charts/precis', () => {
  it.each(SEPARATE)(
    'in the shape %s are one per service and database, by Secrets of its own, and Redis has one',
    (shape) => {
      expect(loginFaults(readGolden(shape))).toEqual([]);
    },
  );

  it.each<[string, (objects: KubernetesObject[]) => unknown]>([
    [
      "another service's Secret",
      (objects) => (variableOf(objects, 'usage', 'DATABASE_PASSWORD').valueFrom!.secretKeyRef.name = 'precis-auth'),
    ],
    [
      "another service's database",
      (objects) =>
        (variableOf(objects, 'usage', 'DATABASE_URL').value = variableOf(objects, 'auth', 'DATABASE_URL').value),
    ],
    [
      'a login at Kafka that two share',
      (objects) => (variableOf(objects, 'usage', 'KAFKA_SASL_USERNAME').value = 'auth'),
    ],
    [
      'a Redis without a login',
      (objects) => (variableOf(objects, 'gateway', 'REDIS_URL').value = 'rediss://valkey.data.svc:6379'),
    ],
    [
      'a Kafka whose rights nobody grants',
      (objects) => objects.find(({ kind }) => kind === 'Job')!.spec!.template!.spec.containers.shift(),
    ],
  ])('would be refused with %s', (_, plant) => {
    const objects = readGolden('high-availability');
    plant(objects);
    expect(loginFaults(objects)).toHaveLength(1);
  });
});

/** The parts of Ingress and HTTPRoute that say how clients connect. */
interface Published {
  tls?: { hosts: string[]; secretName: string }[];
  rules: { host?: string; filters?: object[] }[];
  parentRefs?: { sectionName?: string }[];
  hostnames?: string[];
}
const published = (objects: KubernetesObject[], kind: string) =>
  objects.filter((object) => object.kind === kind).map(({ spec }) => spec as unknown as Published);

describe('what charts/precis publishes', () => {
  it.each(SEPARATE)(
    'has an https address in the shape %s, with TLS at the Ingress or at the listener that the HTTPRoute names',
    (shape) => {
      const objects = readGolden(shape);
      const host = /^https:\/\/([a-z.]+)$/.exec(variableOf(objects, 'gateway', 'PUBLIC_URL').value!)?.[1];
      const [ingresses, routes] = [published(objects, 'Ingress'), published(objects, 'HTTPRoute')];
      expect(ingresses.length + routes.length).toBe(1);
      for (const { tls, rules } of ingresses) {
        expect(rules.map((rule) => rule.host)).toEqual([host]);
        expect(tls).toEqual([{ hosts: [host], secretName: 'precis-tls' }]);
      }
      for (const { parentRefs, hostnames, rules } of routes) {
        expect(hostnames).toEqual([host]);
        expect(parentRefs!.map(({ sectionName }) => sectionName)).toEqual(['https']);
        expect(rules.filter(({ filters }) => filters)).toEqual([]);
      }
    },
  );
});

describe('TLS of charts/precis', () => {
  it.each<Shape>(['high-availability', 'operators'])('in the shape %s leads to Postgres, Kafka and Redis', (shape) => {
    const objects = readGolden(shape);
    expect(variableOf(objects, 'usage', 'DATABASE_URL').value).toMatch(/\?sslmode=verify-full$/);
    expect(variableOf(objects, 'usage', 'KAFKA_SSL').value).toBe('on');
    expect(variableOf(objects, 'gateway', 'REDIS_URL').value).toMatch(/^rediss:/);
  });

  it('to Postgres, Kafka and Redis, and a login at each, is left out only where the values say so', () => {
    const { postgresql, kafka, redis } = valuesOf('values');
    expect(postgresql).toMatchObject({ parameters: 'sslmode=verify-full' });
    expect(kafka).toMatchObject({ ssl: true, sasl: { mechanism: 'scram-sha-512' }, grantAccess: true });
    expect(redis).toMatchObject({ tls: true, password: true });
  });
});

type Values = Record<string, unknown>;
const valuesOf = (name: string) => parse(textOf(`${CHART}/${name}.yaml`)) as Values;

/** As Helm lays values over the chart's own. */
function over(lower: Values, upper: Values): Values {
  const isMap = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = Object.entries(upper).map(([key, value]) => {
    const below = lower[key];
    return [key, isMap(value) && isMap(below) ? over(below, value) : value];
  });
  return { ...lower, ...Object.fromEntries(entries) } as Values;
}

describe('the values of charts/precis', () => {
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
    JSON.parse(textOf(`${CHART}/values.schema.json`)) as object,
  );
  const errorsOf = (shape: string, changes: Values) => {
    validate(over(over(valuesOf('values'), valuesOf(`ci/${shape}-values`)), changes));
    return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(({ instancePath }) => instancePath);
  };
  const route = (...parentRefs: object[]) => ({ httpRoute: { enabled: true, parentRefs } });

  it.each<[string, string, Values, string[]]>([
    ['an Ingress for a plain address', 'single-node', { publicUrl: 'http://precis.example.com' }, ['/publicUrl']],
    ['an HTTPRoute for a plain address', 'high-availability', { publicUrl: 'http://a.example' }, ['/publicUrl']],
    [
      'an HTTPRoute that would belong to every listener, also to those without TLS',
      'high-availability',
      route({ name: 'public' }),
      ['/httpRoute/parentRefs/0'],
    ],
    [
      'an HTTPRoute with one parent of two that names no listener',
      'high-availability',
      route({ name: 'public', sectionName: 'https' }, { name: 'other', sectionName: '' }),
      ['/httpRoute/parentRefs/1/sectionName'],
    ],
  ])('are refused with %s', (_, shape, changes, paths) => {
    expect(errorsOf(shape, {})).toEqual([]);
    expect(errorsOf(shape, changes)).toEqual(paths);
  });

  it('may have a plain address where nothing is published, and for an evaluation', () => {
    const plain = { publicUrl: 'http://localhost:8080' };
    expect(errorsOf('single-node', { ...plain, ingress: { enabled: false } })).toEqual([]);
    expect(errorsOf('dev', { ...plain, ingress: { enabled: true } })).toEqual([]);
  });
});
