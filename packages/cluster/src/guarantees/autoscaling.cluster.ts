import { demoToken } from '@precis/e2e/deployment/accounts';
import { SteadyRequests } from '@precis/e2e/deployment/steady-requests';
import { eventually } from '@precis/testing/eventually';
import { kubectlJson } from '../install/kubernetes.js';
import { useClusterDeployment } from '../testing/cluster-deployment.js';

jest.setTimeout(900_000);

const UP_LIMIT_MS = 240_000;
/** The values of this release scale down after 15 s of quiet; the metrics are up to two rounds of metrics-server old. */
const DOWN_LIMIT_MS = 300_000;
const PER_SECOND = 120;

describe('the autoscaler of the gateway', () => {
  const using = useClusterDeployment();
  const scale = async () => {
    const { state } = using();
    const found = await kubectlJson('-n', state.namespace, 'get', 'hpa', `${state.fullname}-gateway`);
    const { spec, status } = found as {
      spec: { minReplicas: number };
      status: { currentReplicas: number; desiredReplicas: number };
    };
    return { least: spec.minReplicas, wanted: status.desiredReplicas, has: status.currentReplicas };
  };

  it('adds copies under load, which serve without a failure, and removes them afterwards', async () => {
    const token = await demoToken(using());
    const { least } = await scale();
    const requests = new SteadyRequests(PER_SECOND, [
      () => using().call('GET', '/api/info'),
      () => using().call('GET', '/api/auth/me', { token }),
    ]);
    requests.during = 'scaling';
    let most = 0;
    try {
      await eventually(
        'the gateway has more copies',
        async () => {
          const { has } = await scale();
          most = Math.max(most, has);
          return has > least;
        },
        UP_LIMIT_MS,
      );
    } finally {
      await requests.stop();
    }
    console.info(`${requests.sent} calls, ${least} copies became ${most}`);
    expect(requests.failures.slice(0, 10)).toEqual([]);
    await eventually('the gateway is back at its least', async () => (await scale()).has === least, DOWN_LIMIT_MS);
  });
});
