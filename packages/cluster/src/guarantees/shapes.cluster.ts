import { eventually } from '@precis/testing/eventually';
import { join } from 'node:path';
import { clusterState, type ClusterState } from '../install/cluster-state.js';
import { secretObjects } from '../install/deployment-secrets.js';
import { apply, kubectl } from '../install/kubernetes.js';
import { readApi } from '../install/kubernetes-api.js';
import { helm, releaseWords, restrictedNamespace, whatIsWrong } from '../install/release.js';

jest.setTimeout(900_000);

const GONE_LIMIT_MS = 240_000;

/**
 * Runs last: the release that the other tests used, in the shape for high availability, is removed to make room. That shape was installed in the same
 * way, and the part `helm-test` is its test.
 */
describe('each other shape of the chart installs with --wait where Pod Security `restricted` is enforced, passes its test and uninstalls cleanly', () => {
  let state: ClusterState;
  beforeAll(async () => {
    state = clusterState();
    const { namespace, release } = state;
    await uninstall(release, namespace);
  });

  /** Helm leaves the pod of the last `helm test` behind, as it does with every hook. Nothing else may stay. */
  const uninstall = async (release: string, namespace: string) => {
    await helm('uninstall', release, '--namespace', namespace, '--wait', '--timeout', '5m');
    await kubectl('-n', namespace, 'delete', 'pod', `${state.fullname}-test`, '--ignore-not-found');
    const isEmpty = async () => (await readApi(`/api/v1/namespaces/${namespace}/pods`)).items.length === 0;
    await eventually(`no pod is left in ${namespace}`, isEmpty, GONE_LIMIT_MS).catch(async (error: unknown) => {
      throw new Error(`${String(error)}\n${await kubectl('-n', namespace, 'get', 'pods')}`);
    });
  };

  // Also with ordinary jobs, for tools that do not support hooks.
  it.each<[string, string, string[]]>([
    ['dev', 'dev-values.yaml', []],
    ['single-node', 'single-node-values.yaml', []],
    ['single-node without hooks', 'single-node-values.yaml', ['--set', 'jobs.hooks=false']],
  ])('%s', async (shape, file, words) => {
    const namespace = `shape-${shape.replaceAll(' ', '-')}`;
    const [, ownValues] = state.valueFiles;
    const isDev = file.startsWith('dev');
    const chosen: ClusterState = { ...state, namespace, valueFiles: [join(state.chart, 'ci', file), ownValues] };
    await apply(restrictedNamespace(namespace));
    if (!isDev) await apply(...secretObjects(state.secrets, namespace, state.fullname));
    const installed = await helm(...releaseWords('install', chosen, ...words)).catch(async (error: unknown) => {
      throw new Error(`${String(error)}\n${await whatIsWrong(namespace)}`);
    });
    expect(installed).toContain('STATUS: deployed');
    expect(await helm('test', state.release, '--namespace', namespace, '--logs')).toMatch(/Phase:\s+Succeeded/);
    await uninstall(state.release, namespace);
    await kubectl('delete', 'namespace', namespace, '--timeout=120s');
  });
});
