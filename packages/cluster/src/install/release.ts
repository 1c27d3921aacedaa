import { command, kubectl } from './kubernetes.js';
import { readApi } from './kubernetes-api.js';
import type { ClusterState } from './cluster-state.js';

const HELM_LIMIT_MS = 900_000;
/** The folders that helm writes to; the machine's own helm is neither read nor changed. */
const HELM_FOLDERS = ['HELM_CACHE_HOME', 'HELM_CONFIG_HOME', 'HELM_DATA_HOME'];
for (const name of HELM_FOLDERS) process.env[name] = '/run/helm';

/** Runs helm; returns its output. */
export const helm = (...words: string[]) => command(['helm', ...words], undefined, HELM_LIMIT_MS);

/** A namespace in which Kubernetes refuses every pod that needs more than Pod Security `restricted` allows. */
export function restrictedNamespace(name: string): object {
  const labels = {
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/enforce-version': 'latest',
  };
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
}

/** The arguments that install or upgrade with the state's values files; additional arguments win. */
export function releaseWords(verb: 'install' | 'upgrade', state: ClusterState, ...more: string[]): string[] {
  const files = state.valueFiles.flatMap((file) => ['--values', file]);
  return [
    verb,
    state.release,
    state.chart,
    '--namespace',
    state.namespace,
    ...files,
    '--wait',
    '--timeout',
    '10m',
    ...more,
  ];
}

/** The first things that an operator would check when an install does not become ready. */
export async function whatIsWrong(namespace: string): Promise<string> {
  const said: string[] = [];
  const { items } = await readApi(`/api/v1/namespaces/${namespace}/pods`);
  said.push(await kubectl('-n', namespace, 'get', 'pods', '-o', 'wide'));
  for (const pod of items as {
    metadata: { name: string };
    status: { containerStatuses?: { name: string; ready: boolean }[] };
  }[]) {
    if (pod.status.containerStatuses?.every(({ ready }) => ready)) continue;
    const { name } = pod.metadata;
    said.push(
      `--- ${name}`,
      await kubectl('-n', namespace, 'logs', name, '--all-containers', '--tail=15').catch(String),
    );
  }
  said.push(await kubectl('-n', namespace, 'get', 'events', '--field-selector', 'type=Warning').catch(String));
  return said.join('\n').slice(-12_000);
}
