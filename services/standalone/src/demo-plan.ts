import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { connectRpc } from '@precis/runtime/grpc-client';
import { pause } from '@precis/runtime/pause';
import type { InternalAddresses } from './internal-addresses.js';

const LIMIT_MS = 30_000;
const EVERY_MS = 50;

/**
 * Waits until usage counts with the quota of the account's plan in billing, and returns the plan's name. A grant reaches usage as an event; before
 * that the demo account would only have Free's few videos.
 */
export async function untilPlanCounts(
  addresses: InternalAddresses,
  accountId: string,
  limitMs = LIMIT_MS,
): Promise<string> {
  const { of, secrets } = addresses;
  // Only the gateway may read an account's plan from billing, so this asks for the gateway's future answer.
  const billing = connectRpc(BillingServiceService, {
    address: of('billing'),
    caller: 'gateway',
    secret: secrets.gateway,
  });
  const usage = connectRpc(UsageServiceService, {
    address: of('usage'),
    caller: 'standalone',
    secret: secrets.standalone,
  });
  try {
    const { plan, videoLimit } = await billing.getSubscription({ accountId }, { idempotent: true });
    const deadline = performance.now() + limitMs;
    for (;;) {
      const { limit } = await usage.getSummary({ accountId }, { idempotent: true });
      if (limit === videoLimit) return plan;
      if (performance.now() > deadline) {
        throw new Error(
          `The demo account's plan did not reach usage within ${limitMs / 1000} s: it counts ${limit} videos a month, not ${videoLimit}.`,
        );
      }
      await pause(EVERY_MS);
    }
  } finally {
    billing.close();
    usage.close();
  }
}
