import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryFolder } from '../cluster-home.js';
import { command, CommandError, kubectl } from '../install/kubernetes.js';
import { helm } from '../install/release.js';
import { writeSchemas } from '../testing/api-schemas.js';

jest.setTimeout(120_000);

const CHART = join(repositoryFolder, 'charts/precis');
const GOLDEN = join(CHART, 'tests/golden');
const SHAPES = ['dev', 'single-node', 'high-availability', 'operators'];
/** Kinds of operators that this cluster does not have. */
const OF_OTHERS = 'HTTPRoute,PrometheusRule,ScaledObject,ServiceMonitor,TriggerAuthentication';
/**
 * Deliberate choices. There is no CPU limit, because it would throttle a busy pod while the node is idle. Images have immutable tags, so a node
 * need not ask the registry at each start.
 */
const CHOSEN = ['--ignore-container-cpu-limit', '--ignore-test', 'container-image-pull-policy'];

/** Findings that are intended, with the reason. */
const ON_PURPOSE = [
  // Its pods are not part of the chart: an operator creates one for each command (examples/operator.yaml).
  "precis-operator networking.k8s.io/v1/NetworkPolicy: The NetworkPolicys selector doesn't match any pods",
  // standalone is for trials. Its one pod needs no headless Service, and may reach any address that its owner tries.
  'precis-standalone apps/v1/StatefulSet: StatefulSet does not have a valid serviceName',
  'precis-standalone apps/v1/StatefulSet: The pod does not have a matching NetworkPolicy',
];
const OF_THE_TRIAL = 'precis-test v1/Pod: The pod does not have a matching NetworkPolicy';

/** Needs no installed release: compares the output of helm with this Kubernetes' own schemas and the linters. */
describe('the rendered chart', () => {
  const schemas = mkdtempSync(join(tmpdir(), 'schemas-'));
  beforeAll(async () => {
    const openapi = JSON.parse(await kubectl('get', '--raw', '/openapi/v2')) as Parameters<typeof writeSchemas>[0];
    expect(writeSchemas(openapi, schemas)).toBeGreaterThan(100);
  });
  afterAll(() => rmSync(schemas, { recursive: true }));

  it('equals the committed renders', () =>
    command([process.execPath, join(CHART, 'tests/golden.main.mjs'), '--check']));

  it.each(['dev', 'single-node', 'high-availability'])('passes helm lint as %s', async (shape) => {
    const said = await helm('lint', '--strict', CHART, '--values', join(CHART, `ci/${shape}-values.yaml`));
    expect(said).toContain('0 chart(s) failed');
  });

  it.each(SHAPES)('has only fields that this Kubernetes knows, as %s', async (shape) => {
    const said = await command([
      'kubeconform',
      '-strict',
      '-summary',
      ...['-skip', OF_OTHERS],
      ...['-schema-location', `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`],
      join(GOLDEN, `${shape}.yaml`),
    ]);
    expect(said).toMatch(/Valid: [1-9]\d*, Invalid: 0, Errors: 0/);
    console.info(`${shape}: ${said.trim()}`);
  });

  it.each(['operator', 'audit'])('has only fields that this Kubernetes knows, in the example %s', async (example) => {
    const schema = `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`;
    const file = join(CHART, `examples/${example}.yaml`);
    const said = await command(['kubeconform', '-strict', '-summary', '-schema-location', schema, file]);
    expect(said).toMatch(/Valid: 1, Invalid: 0, Errors: 0/);
  });

  it('is refused by those schemas when a field is misspelt', async () => {
    const misspelt = JSON.stringify({
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name: 'x' },
      spec: { maxUnavailble: 1 },
    });
    const words = [
      'kubeconform',
      '-strict',
      '-schema-location',
      `${schemas}/{{.ResourceKind}}{{.KindSuffix}}.json`,
      '-',
    ];
    const failure = await command(words, misspelt).catch((error: unknown) => error as CommandError);
    expect(failure).toBeInstanceOf(CommandError);
    expect((failure as CommandError).output).toContain('maxUnavailble');
  });

  it.each(SHAPES)('has no critical finding of kube-score, as %s', async (shape) => {
    const words = ['kube-score', 'score', ...CHOSEN, '--output-format', 'ci', join(GOLDEN, `${shape}.yaml`)];
    const said = await command(words).catch((error: unknown) => (error as CommandError).output);
    expect(said).toMatch(/^\[OK\]/m);
    const allowed = [...ON_PURPOSE, ...(shape === 'dev' ? [OF_THE_TRIAL] : [])].map(
      (finding) => `[CRITICAL] ${finding}`,
    );
    const critical = said.split('\n').filter((line) => line.startsWith('[CRITICAL]'));
    expect(critical.filter((line) => !allowed.includes(line))).toEqual([]);
  });
});
