import { eventually } from '@precis/testing/eventually';
import { command, kubectl } from '../install/kubernetes.js';
import { callApi, readApi } from '../install/kubernetes-api.js';
import type { ClusterState } from '../install/cluster-state.js';

const READY_LIMIT_MS = 300_000;
/** Evictions wait for the disruption budget, as `kubectl drain` does. */
const EVICTION_LIMIT_MS = 300_000;
/** While the cluster is under load: ten looks a second would take a tenth of a processor in the API server. */
export const LOOK_EVERY_MS = 1_000;
/** The answer to an eviction that the disruption budget does not allow yet. */
const TOO_MANY_REQUESTS = 429;

/** One pod of the release. */
export interface Pod {
  name: string;
  uid: string;
  address: string;
  ready: boolean;
  leaving: boolean;
  restarts: number;
  containerId: string;
}

/** The pods of one service, including those that are ending. */
export async function podsOf({ namespace, release }: ClusterState, component: string): Promise<Pod[]> {
  const labels = `app.kubernetes.io/instance=${release},app.kubernetes.io/component=${component}`;
  const { items } = await readApi(`/api/v1/namespaces/${namespace}/pods?labelSelector=${encodeURIComponent(labels)}`);
  return (items as PodObject[]).map(podOf);
}

/** Settles when a rollout is over and every required copy is ready. */
export async function untilReady({ namespace, fullname }: ClusterState, component: string): Promise<void> {
  await kubectl(
    '-n',
    namespace,
    'rollout',
    'status',
    `deployment/${fullname}-${component}`,
    `--timeout=${READY_LIMIT_MS / 1_000}s`,
  );
}

/** Makes a change of the release, whose services then get their new pods one service after another, as docs/operations.md describes. */
export async function oneAfterAnother(
  state: ClusterState,
  services: string[],
  change: () => Promise<unknown>,
): Promise<void> {
  const { namespace, release, fullname } = state;
  await kubectl('-n', namespace, 'rollout', 'pause', 'deployment', '-l', `app.kubernetes.io/instance=${release}`);
  await change();
  for (const name of services) {
    await kubectl('-n', namespace, 'rollout', 'resume', `deployment/${fullname}-${name}`);
    await untilReady(state, name);
  }
}

/** Evicts a pod as `kubectl drain` does: it ends when its disruption budget allows, with its drain time. */
export async function evict({ namespace }: ClusterState, { name }: Pod): Promise<void> {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`;
  const isAllowed = async () => {
    const { status, text } = await callApi('POST', path, eviction);
    if (status !== 201 && status !== TOO_MANY_REQUESTS) throw new Error(`${path} was answered ${status}: ${text}`);
    return status === 201;
  };
  await eventually(`the budget lets ${name} go`, isAllowed, EVICTION_LIMIT_MS, LOOK_EVERY_MS);
}

/** Kills the process at once; its clients are not notified. */
export async function deleteByForce({ namespace }: ClusterState, { name }: Pod): Promise<void> {
  await kubectl('-n', namespace, 'delete', 'pod', name, '--force', '--grace-period=0');
}

/** Runs a Node script in a pod, like an attacker who has taken the service over; returns its output. */
export function runInPod({ namespace }: ClusterState, { name }: Pod, script: string, word = ''): Promise<string> {
  return command(
    ['kubectl', '-n', namespace, 'exec', '-i', name, '--', 'node', '--input-type=commonjs', '-', word],
    script,
  );
}

/** Process ids of the pod on the node, its first process first. */
export async function processesOf({ containerId }: Pod): Promise<number[]> {
  const words = ['ctr', '--address', '/run/containerd/containerd.sock', '--namespace', 'k8s.io'];
  const lines = (await command([...words, 'tasks', 'ps', containerId])).trim().split('\n').slice(1);
  return lines.map((line) => Number(line.trim().split(/\s+/)[0]));
}

interface PodObject {
  metadata: { name: string; uid: string; deletionTimestamp?: string };
  status: {
    podIP?: string;
    conditions?: { type: string; status: string }[];
    containerStatuses?: { restartCount: number; containerID?: string }[];
  };
}

function podOf({ metadata, status }: PodObject): Pod {
  const [container] = status.containerStatuses ?? [];
  return {
    name: metadata.name,
    uid: metadata.uid,
    address: status.podIP ?? '',
    ready: status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false,
    leaving: metadata.deletionTimestamp !== undefined,
    restarts: container?.restartCount ?? 0,
    containerId: container?.containerID?.replace('containerd://', '') ?? '',
  };
}
