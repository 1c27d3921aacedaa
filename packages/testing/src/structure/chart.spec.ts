import { SERVICE_LIST } from '@precis/runtime/service-list';
import { Ajv } from 'ajv';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parse } from 'yaml';
import { containersOf, goldenText, type KubernetesObject, readGolden, SHAPES, type Shape } from './chart-file.js';
import { CHART_PARITY } from './chart-parity.js';
import { CHART_RULES } from './chart-rules.js';
import { missingFrom, type Services } from './compose-parity.js';
import { readCompose } from './compose-file.js';
import { builtModule, repositoryFiles, ROOT, textOf } from './repository-files.js';
import { type SettingsReader, settingsIn, settingsOf } from './service-settings.js';

const CHART = 'charts/precis';
const SEPARATE = SHAPES.filter((shape) => shape !== 'dev');
let services: Services;
let site: SettingsReader;

beforeAll(async () => {
  site = await settingsIn('packages/site');
  const settings = await Promise.all(SERVICE_LIST.map(async ({ name }) => [name, await settingsOf(name)] as const));
  services = { list: SERVICE_LIST, settings: new Map(settings) };
});

/** Each planted fault breaks the rule of its name. */
const firstOf = (objects: KubernetesObject[], kind: string, name = '') =>
  objects.find((object) => object.kind === kind && object.metadata.name.endsWith(name))!;
const usage = (objects: KubernetesObject[]) => containersOf(firstOf(objects, 'Deployment', '-usage'))[0];
const PLANTS: Record<string, (objects: KubernetesObject[]) => unknown> = {
  'every pod fits Pod Security restricted': (objects) => delete usage(objects).securityContext!.capabilities,
  'no pod gets a token of the cluster, nor the account that all share': (objects) =>
    delete firstOf(objects, 'Job').spec!.template!.spec.automountServiceAccountToken,
  'no container writes its own files': (objects) => (usage(objects).securityContext!.readOnlyRootFilesystem = false),
  'every container asks for processor and memory, and has a limit of memory alone': (objects) =>
    (usage(objects).resources!.limits!.cpu = '1'),
  'what stays up is probed on its ops port, liveness apart from readiness': (objects) =>
    (usage(objects).livenessProbe!.httpGet!.path = '/readyz'),
  'a pod may drain for as long as a process may': (objects) =>
    (firstOf(objects, 'Deployment').spec!.template!.spec.terminationGracePeriodSeconds = 30),
  'no variable is given twice, and each that another names stands before it': (objects) =>
    usage(objects).env!.reverse(),
  'no secret is written out': (objects) => usage(objects).env!.push({ name: 'CALLER_SECRET', value: 'HUNTER2' }),
  'helm test has a pod': (objects) => delete firstOf(objects, 'Pod', '-test').metadata.annotations,
  'no object has the name of another of its kind': (objects) => objects.push(objects[0]),
  'what an autoscaler scales has no number of copies of its own': (objects) =>
    (firstOf(objects, 'Deployment', '-gateway').spec!.replicas = 3),
  'every service and the web app is a Deployment with an image of its own, and nothing else is': (objects) =>
    (usage(objects).image = 'precis-auth:1'),
  'every variable is one that the program knows': (objects) =>
    usage(objects).env!.push({ name: 'KAFKA_BROKER', value: 'kafka:9092' }),
  'every program accepts its variables': (objects) =>
    (usage(objects).env!.find(({ name }) => name === 'DATABASE_URL')!.value = 'mysql://'),
  'every service is called by DNS at all its copies, and admits its callers alone': (objects) =>
    delete firstOf(objects, 'Service', '-usage').spec!.clusterIP,
  'the network admits to each RPC port its callers alone': (objects) =>
    firstOf(objects, 'NetworkPolicy', '-usage').spec!.ingress!.push({ ports: [{ port: 'grpc' }] }),
  'every database is migrated before the services change': (objects) =>
    firstOf(objects, 'Job').spec!.template!.spec.containers.pop(),
};

const check = (rule: string, objects: KubernetesObject[]) =>
  CHART_RULES[rule]?.(objects) ?? CHART_PARITY[rule](objects, services, site);

describe('charts/precis', () => {
  it.each(SHAPES)('the golden render of the shape %s is of the chart as it is', async (shape) => {
    const { digestOf } = (await import(join(ROOT, CHART, 'tests/golden.main.mjs'))) as { digestOf(): string };
    expect(goldenText(shape).split('\n', 1)[0]).toBe(`# Made by golden.main.mjs; digest of the chart: ${digestOf()}`);
  });

  describe.each(SHAPES)('in the shape %s', (shape: Shape) => {
    it.each(Object.keys(CHART_RULES))('%s', (rule) => {
      expect(check(rule, readGolden(shape))).toEqual([]);
    });
  });

  describe.each(SEPARATE)('in the shape %s', (shape: Shape) => {
    it.each(Object.keys(CHART_PARITY))('%s', (rule) => {
      expect(check(rule, readGolden(shape))).toEqual([]);
    });
  });

  it("has an example of the operator's pod that sees the events of every service that handles any", () => {
    const pod = parse(textOf(`${CHART}/examples/operator.yaml`)) as {
      spec: { containers: { env: { name: string; value?: string }[] }[] };
    };
    const urls = pod.spec.containers[0].env.find(({ name }) => name === 'DATABASE_URL')!.value!;
    expect(missingFrom(urls, SERVICE_LIST)).toEqual([]);
  });

  it('has an example of a daily audit that is given the database of every service that has one', () => {
    const { spec } = parse(textOf(`${CHART}/examples/audit.yaml`)) as {
      spec: { jobTemplate: { spec: { template: { spec: { containers: { env: { name: string }[] }[] } } } } };
    };
    const given = spec.jobTemplate.spec.template.spec.containers[0].env.map(({ name }) => name);
    const needed = SERVICE_LIST.filter(({ database }) => database).map(
      ({ name }) => `${name.toUpperCase()}_DATABASE_URL`,
    );
    expect(given).toEqual(expect.arrayContaining(needed));
  });

  it('has a planted violation for every rule', () => {
    expect(Object.keys(PLANTS).sort()).toEqual([...Object.keys(CHART_RULES), ...Object.keys(CHART_PARITY)].sort());
  });

  it.each(Object.keys(PLANTS))('would be refused without this: %s', (rule) => {
    const objects = readGolden('high-availability');
    PLANTS[rule](objects);
    expect(check(rule, objects).length).toBeGreaterThan(0);
  });

  it('knows the services of services.json, and has values for each', () => {
    const values = parse(textOf(`${CHART}/values.yaml`)) as { services: object };
    const names = SERVICE_LIST.map(({ name }) => name);
    expect(textOf(`${CHART}/files/services.json`)).toBe(textOf('services/services.json'));
    expect(Object.keys(values.services).sort()).toEqual([...names, 'operator', 'web'].sort());
    expect(Object.keys(JSON.parse(textOf(`${CHART}/files/environment.json`)) as object).sort()).toEqual(
      [...names, 'web'].sort(),
    );
  });

  it('scales consumers to no more copies than the topics have partitions', async () => {
    const [, most] = /define "precis.partitions" -}}(\d+)/.exec(textOf(`${CHART}/templates/_validate.tpl`))!;
    const { TOPICS } = await builtModule<{ TOPICS: readonly { partitions: number }[] }>(
      'packages/events',
      'catalogue/topics',
    );
    expect(Number(most)).toBe(Math.min(...TOPICS.map(({ partitions }) => partitions)));
  });

  it('skaffold builds what the chart installs and compose builds', () => {
    const { build, profiles } = parse(textOf('skaffold.yaml')) as {
      build: { artifacts: { image: string }[] };
      profiles: { name: string; build: { artifacts: { image: string }[] } }[];
    };
    const built = profiles.find(({ name }) => name === 'services')!.build.artifacts.map(({ image }) => image);
    const ofCompose = Object.values(readCompose({}).services)
      .filter((entry) => entry.build)
      .map(({ image }) => image);
    expect(built.sort()).toEqual([...new Set(ofCompose)].sort());
    expect(build.artifacts.map(({ image }) => image)).toEqual(['precis-standalone']);
  });

  it('values that the schema does not know are refused, and every file of values fits it', () => {
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
      JSON.parse(textOf(`${CHART}/values.schema.json`)) as object,
    );
    const files = repositoryFiles(/^charts\/precis\/(values\.yaml|ci\/.*\.yaml)$/);
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      validate(parse(textOf(file)));
      expect({ file, errors: validate.errors ?? [] }).toEqual({ file, errors: [] });
    }
    for (const wrong of [{ postgres: {} }, { kafka: { ssl: 'yes' } }, { services: { usage: { replica: 2 } } }])
      expect(validate(wrong)).toBe(false);
  });

  it.each(SEPARATE)('deploy/make-secrets.main.mjs makes every key that a pod of the shape %s needs', (shape) => {
    const program = join(ROOT, 'deploy/make-secrets.main.mjs');
    const env = { ...process.env, SMTP_URL: 'smtp://mail:25' };
    const made = JSON.parse(execFileSync(process.execPath, [program, 'precis'], { env, encoding: 'utf8' })) as {
      items: { metadata: { name: string }; stringData: Record<string, string> }[];
    };
    const has = new Map(made.items.map(({ metadata, stringData }) => [metadata.name, stringData]));
    const missing = readGolden(shape)
      .flatMap(containersOf)
      .flatMap(({ env = [] }) => env)
      .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])
      .filter(({ name, key, optional }) => !optional && !has.get(name)?.[key])
      .map(({ name, key }) => `${name}: ${key}`);
    expect(missing).toEqual([]);
  });
});
