import { eventually } from '@precis/testing/eventually';
import { readApi } from '../install/kubernetes-api.js';
import { helm, releaseWords } from '../install/release.js';
import { untilAuditHolds } from '../testing/audit-holds.js';
import { useClusterDeployment } from '../testing/cluster-deployment.js';
import { LOOK_EVERY_MS, oneAfterAnother, podsOf } from '../testing/pods.js';
import { PER_SECOND, SERVICES, SETTLE_MS, underLoad } from '../testing/under-load.js';

jest.setTimeout(1_200_000);

/** From the installed release to the present one, which differs from it when `make test-cluster` has FROM. */
describe(`one service after another, at ${PER_SECOND} calls a second`, () => {
  const using = useClusterDeployment();
  let first: string;

  /** Makes a change and expects a new pod of everything; no call may fail meanwhile. */
  async function everyPodIsReplaced(during: string, change: () => Promise<unknown>): Promise<void> {
    const { state } = using();
    const uids = async () =>
      (await Promise.all(SERVICES.map((name) => podsOf(state, name)))).flat().map(({ uid }) => uid);
    await underLoad(using(), false, async (requests) => {
      const before = await uids();
      requests.during = during;
      await oneAfterAnother(state, SERVICES, change);
      const replaced = async () => (await uids()).every((uid) => !before.includes(uid));
      await eventually('every pod is a new one', replaced, SETTLE_MS, LOOK_EVERY_MS);
      console.info(requests.durations());
    });
    const { items } = await readApi(`/api/v1/namespaces/${state.namespace}/pods`);
    expect((items as { status: { phase: string } }[]).filter(({ status }) => status.phase === 'Failed')).toEqual([]);
  }

  it('an upgrade with its migrations fails no call', async () => {
    const { state } = using();
    const listed = await helm('list', '--namespace', state.namespace, '-o', 'json');
    first = (JSON.parse(listed) as { revision: string }[])[0].revision;
    const changed = ['--set-string', `defaults.podAnnotations.upgraded=${first}`];
    // The paused services are not ready before they are resumed, so helm waits only for the job that prepares the databases.
    const words = releaseWords('upgrade', { ...state, ...state.present }, ...changed, '--wait=hookOnly');
    await everyPodIsReplaced('the upgrade', () => helm(...words));
  });

  it('the rollback, on the schema as it is, fails no call', async () => {
    const { namespace, release } = using().state;
    await everyPodIsReplaced('the rollback', () => helm('rollback', release, first, '--namespace', namespace));
  });

  it('both leave the databases in agreement, and nothing in flight', () => untilAuditHolds(using()));
});
