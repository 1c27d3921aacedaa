import { demoToken } from '@precis/e2e/deployment/accounts';
import type { Answer } from '@precis/e2e/deployment/call';
import { SteadyRequests } from '@precis/e2e/deployment/steady-requests';
import { eventually } from '@precis/testing/eventually';
import { readApi } from '../install/kubernetes-api.js';
import { useClusterDeployment } from '../testing/cluster-deployment.js';
import { untilReady } from '../testing/pods.js';

jest.setTimeout(900_000);

const UP_LIMIT_MS = 300_000;
/** The values of this release scale down after 15 s of quiet; the metrics are up to two rounds of metrics-server old. */
const DOWN_LIMIT_MS = 300_000;
/** Services other than the gateway have a fixed number of copies here, so few calls may need them. */
const SESSIONS_PER_SECOND = 2;
/** What a call costs depends on the machine, so the load grows until the gateway is above its target: at 300 a second, or at 1,100. */
const PER_SECOND = { first: 300, more: 150, most: 1_200 };
/** A new pace shows in the metrics within two rounds of metrics-server, of 15 s each. */
const PACE_MS = 30_000;

describe('the autoscaler of the gateway', () => {
  const using = useClusterDeployment();
  const scale = async () => {
    const { namespace, fullname } = using().state;
    const path = `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers/${fullname}-gateway`;
    const found = await readApi(path);
    const { spec, status } = found as {
      spec: { minReplicas: number };
      status: { currentReplicas: number; desiredReplicas: number };
    };
    return { least: spec.minReplicas, wanted: status.desiredReplicas, has: status.currentReplicas };
  };

  it('adds copies under load, which serve without a failure, and removes them afterwards', async () => {
    const token = await demoToken(using());
    const { least } = await scale();
    const loads: SteadyRequests[] = [];
    const send = (perSecond: number, kind: () => Promise<Answer>) => {
      const load = new SteadyRequests(perSecond, [kind]);
      load.during = 'scaling';
      loads.push(load);
    };
    // The gateway answers this one alone. GET /api/info would ask billing and summarisation.
    const listErrors = () => using().call('GET', '/api/errors');
    send(SESSIONS_PER_SECOND, () => using().call('GET', '/api/auth/me', { token }));
    send(PER_SECOND.first, listErrors);
    let [perSecond, sinceMs, most] = [PER_SECOND.first, performance.now(), 0];
    try {
      await eventually(
        'the gateway has more copies',
        async () => {
          const { has } = await scale();
          most = Math.max(most, has);
          if (has > least) return true;
          if (perSecond < PER_SECOND.most && performance.now() - sinceMs > PACE_MS) {
            send(PER_SECOND.more, listErrors);
            [perSecond, sinceMs] = [perSecond + PER_SECOND.more, performance.now()];
          }
          return false;
        },
        UP_LIMIT_MS,
      );
      await untilReady(using().state, 'gateway');
    } finally {
      await Promise.all(loads.map((load) => load.stop()));
    }
    const sent = loads.reduce((sum, load) => sum + load.sent, 0);
    console.info(`${sent} calls, at last ${perSecond} a second; ${least} copies became ${most}`);
    expect(loads.flatMap(({ failures }) => failures).slice(0, 10)).toEqual([]);
    await eventually('the gateway is back at its least', async () => (await scale()).has === least, DOWN_LIMIT_MS);
  });
});
