import { withPgClient } from '@precis/backends/pg-client';
import { SERVICE_LIST } from '@precis/runtime/service-list';
import { eventually } from '@precis/testing/eventually';
import { clusterState, type ClusterState } from '../install/cluster-state.js';
import { type Pod, podsOf, processesOf, untilReady } from '../testing/pods.js';

jest.setTimeout(600_000);

const LIMIT_MS = 120_000;
/** Three failed probes, 10 s apart, followed by the drain time of a process, which a frozen one does not use. */
const FROZEN_LIMIT_MS = 240_000;

describe('probes', () => {
  let state: ClusterState;
  beforeAll(() => {
    state = clusterState();
  });

  const withDatabase = SERVICE_LIST.filter(({ database }) => database).map(({ name }) => name);
  const opsOf = async ({ address }: Pod, path: string) =>
    (await fetch(`http://${address}:9090${path}`, { signal: AbortSignal.timeout(5_000) })).status;
  const setAllowed = (allowed: boolean) =>
    withPgClient(state.superuserUrl, async (client) => {
      for (const name of withDatabase) {
        await client.query(`ALTER DATABASE precis_${name} WITH ALLOW_CONNECTIONS ${allowed}`);
        await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
          `precis_${name}`,
        ]);
      }
    });

  it('readiness fails and liveness passes in every service whose database is away, and both pass when it is back', async () => {
    const before = new Map<string, Pod[]>();
    for (const name of withDatabase) before.set(name, await podsOf(state, name));
    await setAllowed(false);
    try {
      for (const name of withDatabase) {
        const unready = async () => (await podsOf(state, name)).every(({ ready }) => !ready);
        await eventually(`no copy of ${name} takes calls`, unready, LIMIT_MS);
        for (const pod of await podsOf(state, name))
          expect([name, await opsOf(pod, '/readyz'), await opsOf(pod, '/healthz')]).toEqual([name, 503, 200]);
      }
    } finally {
      await setAllowed(true);
    }
    for (const name of withDatabase) {
      await untilReady(state, name);
      const restarts = (pods: Pod[]) => pods.map(({ uid, restarts: count }) => `${uid} ${count}`).sort();
      expect([name, restarts(await podsOf(state, name))]).toEqual([name, restarts(before.get(name)!)]);
    }
  });

  it('liveness fails when the event loop is frozen, and the process is replaced', async () => {
    const all = [...SERVICE_LIST.map(({ name }) => name), 'web'];
    const frozen = new Map<string, Pod>();
    for (const name of all) {
      const [pod] = (await podsOf(state, name)).filter(({ leaving }) => !leaving);
      for (const number of await processesOf(pod)) process.kill(number, 'SIGSTOP');
      frozen.set(name, pod);
    }
    for (const [name, pod] of frozen) {
      const found = async () => (await podsOf(state, name)).find(({ uid }) => uid === pod.uid);
      // The autoscaler removes pods that are not ready first.
      const again = async () => ((await found())?.restarts ?? Infinity) > pod.restarts;
      await eventually(`${pod.name} was started again`, again, FROZEN_LIMIT_MS);
      await untilReady(state, name);
    }
  });
});
