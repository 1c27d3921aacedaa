import { eventually } from '@precis/testing/eventually';
import { untilAuditHolds } from '../testing/audit-holds.js';
import { useClusterDeployment } from '../testing/cluster-deployment.js';
import { deleteByForce, evict, LOOK_EVERY_MS, podsOf, untilReady } from '../testing/pods.js';
import { PER_SECOND, SERVICES, SETTLE_MS, underLoad } from '../testing/under-load.js';

jest.setTimeout(1_200_000);

describe(`at ${PER_SECOND} calls a second`, () => {
  const using = useClusterDeployment();

  it('evicting every pod, one service after another, fails no call', async () => {
    const { state } = using();
    await underLoad(using(), false, async (requests) => {
      for (const name of SERVICES) {
        requests.during = `the eviction of ${name}`;
        for (const pod of await podsOf(state, name)) if (!pod.leaving) await evict(state, pod);
        await untilReady(state, name);
        const gone = async () => (await podsOf(state, name)).every(({ leaving }) => !leaving);
        await eventually(`the evicted copies of ${name} have ended`, gone, SETTLE_MS, LOOK_EVERY_MS);
        console.info(requests.durations());
      }
    });
  });

  it('the sudden death of a pod of each service costs clients at most a repeated call', async () => {
    const { state } = using();
    await underLoad(using(), true, async (requests) => {
      for (const name of SERVICES) {
        requests.during = `the death of ${name}`;
        const [pod] = (await podsOf(state, name)).filter(({ leaving, ready }) => ready && !leaving);
        await deleteByForce(state, pod);
        await untilReady(state, name);
      }
    });
  });

  it('leaves the databases in agreement, and nothing in flight', () => untilAuditHolds(using()));
});
