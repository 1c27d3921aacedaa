import { SteadyRequests } from '@precis/e2e/deployment/steady-requests';
import { SERVICE_LIST } from '@precis/runtime/service-list';
import type { ClusterDeployment } from './cluster-deployment.js';
import { SteadyCustomers } from './steady-customers.js';

/** The number of calls per second of the load; CALLS_PER_SECOND changes it. */
export const PER_SECOND = Number(process.env.CALLS_PER_SECOND ?? 50);
/** Every component that has a deployment. */
export const SERVICES = [...SERVICE_LIST.map(({ name }) => name), 'web'];
/** A failed event is tried again after a minute. */
export const SETTLE_MS = 180_000;

/**
 * Runs `work` on a release while customers call it, for at most ten minutes, because their quota lasts no longer. No call may fail, and every
 * summary must be charged once. `repeats`: whether a client may send an unanswered call again.
 */
export async function underLoad(
  deployment: ClusterDeployment,
  repeats: boolean,
  work: (requests: SteadyRequests) => Promise<void>,
): Promise<void> {
  const customers = await SteadyCustomers.prepare(deployment, { repeats });
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
