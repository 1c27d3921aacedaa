import { runCommand } from '@precis/e2e/deployment/run-command';
import { SteadyRequests } from '@precis/e2e/deployment/steady-requests';
import { SERVICE_LIST } from '@precis/runtime/service-list';
import { eventually } from '@precis/testing/eventually';
import { kubectlJson } from '../install/kubernetes.js';
import { helm, releaseWords } from '../install/release.js';
import { useClusterDeployment } from '../testing/cluster-deployment.js';
import { deleteByForce, evict, oneAfterAnother, podsOf, untilReady } from '../testing/pods.js';
import { SteadyCustomers } from '../testing/steady-customers.js';

jest.setTimeout(1_200_000);

const PER_SECOND = Number(process.env.CALLS_PER_SECOND ?? 50);
const SERVICES = [...SERVICE_LIST.map(({ name }) => name), 'web'];
/** A failed event is tried again after a minute. */
const SETTLE_MS = 180_000;

describe(`at ${PER_SECOND} calls a second`, () => {
  const using = useClusterDeployment();

  async function underLoad(repeats: boolean, work: (requests: SteadyRequests) => Promise<void>): Promise<void> {
    const customers = await SteadyCustomers.prepare(using(), { repeats });
    const requests = new SteadyRequests(PER_SECOND, customers.kinds());
    try {
      await work(requests);
    } finally {
      await requests.stop();
    }
    console.info(`${requests.sent} calls, ${requests.failures.length} failed, ${customers.repeated} sent again`);
    const kinds = Map.groupBy(requests.failures, (failure) => failure.replace(/^request \d+ /, '').slice(0, 120));
    for (const [kind, ofKind] of kinds) console.info(`${ofKind.length} times ${kind}`);
    expect(requests.failures.slice(0, 10)).toEqual([]);
    await customers.untilChargedExactly();
  }

  it('evicting every pod, one service after another, fails no call', async () => {
    const { state } = using();
    await underLoad(false, async (requests) => {
      for (const name of SERVICES) {
        requests.during = `the eviction of ${name}`;
        for (const pod of await podsOf(state, name)) if (!pod.leaving) await evict(state, pod);
        await untilReady(state, name);
        const gone = async () => (await podsOf(state, name)).every(({ leaving }) => !leaving);
        await eventually(`the evicted copies of ${name} have ended`, gone, SETTLE_MS);
        console.info(requests.durations());
      }
    });
  });

  it('an upgrade and its rollback, one service after another, with a new pod of everything, fail no call', async () => {
    const { state } = using();
    const { namespace, release } = state;
    const revision = async () => {
      const [newest] = JSON.parse(await helm('list', '--namespace', namespace, '-o', 'json')) as { revision: string }[];
      return Number(newest.revision);
    };
    const uids = async () =>
      (await Promise.all(SERVICES.map((name) => podsOf(state, name)))).flat().map(({ uid }) => uid);
    await underLoad(false, async (requests) => {
      const [before, first] = [await uids(), await revision()];
      requests.during = 'the upgrade';
      const changed = ['--set-string', `defaults.podAnnotations.upgraded=${first}`];
      // The paused services are not ready before they are resumed, so helm waits only for the job that prepares the databases.
      const words = releaseWords('upgrade', state, ...changed, '--wait=hookOnly');
      await oneAfterAnother(state, SERVICES, () => helm(...words));
      console.info(requests.durations());
      const replaced = async () => (await uids()).every((uid) => !before.includes(uid));
      await eventually('every pod is a new one', replaced, SETTLE_MS);
      requests.during = 'the rollback';
      await oneAfterAnother(state, SERVICES, () => helm('rollback', release, String(first), '--namespace', namespace));
      console.info(requests.durations());
    });
    const { items } = await kubectlJson('-n', namespace, 'get', 'pods');
    expect((items as { status: { phase: string } }[]).filter(({ status }) => status.phase === 'Failed')).toEqual([]);
  });

  it('the sudden death of a pod of each service costs clients at most a repeated call', async () => {
    const { state } = using();
    await underLoad(true, async (requests) => {
      for (const name of SERVICES) {
        requests.during = `the death of ${name}`;
        const [pod] = (await podsOf(state, name)).filter(({ leaving, ready }) => ready && !leaving);
        await deleteByForce(state, pod);
        await untilReady(state, name);
      }
    });
  });

  it('leaves the databases in agreement, and nothing in flight', async () => {
    const urls = Object.entries(using().databaseUrls).map(([name, url]) => [`${name.toUpperCase()}_DATABASE_URL`, url]);
    const settings = { ...Object.fromEntries(urls), AUDIT_GRACE_SECONDS: '0' };
    let said = '';
    const holds = () =>
      runCommand('packages/audit/dist/main.js', settings).then(
        (printed) => ((said = printed), true),
        (error: Error) => ((said = error.message), false),
      );
    await eventually('the audit holds', holds, SETTLE_MS).catch(() => expect(said).toBe('an audit that holds'));
    console.info(said);
  });
});
