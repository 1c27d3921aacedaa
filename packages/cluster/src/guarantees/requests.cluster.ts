import { containersOf, deploymentOf, readGolden } from '@precis/testing/structure/chart-file';
import { setTimeout as pause } from 'node:timers/promises';
import { readApi } from '../install/kubernetes-api.js';
import { useClusterDeployment } from '../testing/cluster-deployment.js';
import { PER_SECOND, SERVICES, underLoad } from '../testing/under-load.js';

jest.setTimeout(600_000);

const HIGH_AVAILABILITY = readGolden('high-availability');
/** The pods settle in the first seconds; metrics-server then reports a mean over 15 s. */
const LOAD_MS = 60_000;
/** A request reserves memory that nothing else may use, so it may exceed the use by this factor at most. */
const MOST_MEMORY = 2;

interface PodMetrics {
  metadata: { labels: Record<string, string> };
  containers: { usage: { cpu: string; memory: string } }[];
}

/** Megabytes (MiB) and thousandths of a processor. */
interface Amount {
  memory: number;
  cpu: number;
}

describe(`at ${PER_SECOND} calls a second`, () => {
  const using = useClusterDeployment();

  it('each pod uses at least half of the memory that it requests, and no more memory or CPU than that', async () => {
    let rows: { name: string; used: Amount; requested: Amount }[] = [];
    await underLoad(using(), false, async (requests) => {
      requests.during = 'the measurement';
      await pause(LOAD_MS);
      const used = await usageOf(using().state);
      rows = SERVICES.map((name) => ({ name, used: used.get(name)!, requested: requestedBy(name) }));
      // Before the end of the load, which throws after a failed call.
      for (const { name, used, requested } of rows)
        console.info(`${name}: ${used.memory} of ${requested.memory} MiB, ${used.cpu} of ${requested.cpu} m`);
    });
    const far = rows.filter(
      ({ used, requested }) =>
        used.memory > requested.memory || used.cpu > requested.cpu || requested.memory > MOST_MEMORY * used.memory,
    );
    expect(far).toEqual([]);
  });
});

function requestedBy(service: string): Amount {
  const { requests } = containersOf(deploymentOf(HIGH_AVAILABILITY, service)!).at(-1)!.resources!;
  return amount({ cpu: requests!.cpu, memory: requests!.memory });
}

/** The largest use among the copies of each component, as the cluster's metrics API reports it. */
async function usageOf({ namespace, release }: { namespace: string; release: string }): Promise<Map<string, Amount>> {
  const { items } = await readApi(`/apis/metrics.k8s.io/v1beta1/namespaces/${namespace}/pods`);
  const used = new Map<string, Amount>();
  for (const { metadata, containers } of items as PodMetrics[]) {
    if (metadata.labels['app.kubernetes.io/instance'] !== release) continue;
    const name = metadata.labels['app.kubernetes.io/component'];
    const before = used.get(name) ?? { memory: 0, cpu: 0 };
    const one = amount(containers[0].usage);
    used.set(name, { memory: Math.max(before.memory, one.memory), cpu: Math.max(before.cpu, one.cpu) });
  }
  return used;
}

/** Reads the quantities that the metrics API and the chart use: Ki, Mi, Gi; n, u, m and whole processors. */
function amount({ cpu, memory }: { cpu: string; memory: string }): Amount {
  const mebibytes = { Ki: 1 / 1_024, Mi: 1, Gi: 1_024 };
  const thousandths = { n: 1e-6, u: 1e-3, m: 1, '': 1_000 };
  return { memory: quantity(memory, mebibytes), cpu: quantity(cpu, thousandths) };
}

function quantity(text: string, units: Record<string, number>): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(\D*)$/.exec(text)!;
  if (!(unit in units)) throw new Error(`no quantity of this chart: ${text}`);
  return Math.ceil(Number(digits) * units[unit]);
}
