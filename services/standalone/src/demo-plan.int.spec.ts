import { StandInServer } from '@precis/operator/testing/stand-in-server';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { untilPlanCounts } from './demo-plan.js';
import type { InternalAddresses } from './internal-addresses.js';

describe("the demo account's plan", () => {
  let billing: StandInServer;
  let usage: StandInServer;
  let limits: number[];
  const addresses = () =>
    ({
      of: (service: string) => (service === 'billing' ? billing : usage).address,
      secrets: { gateway: 'g', standalone: 's' },
    }) as unknown as InternalAddresses;
  beforeEach(async () => {
    billing = await StandInServer.start(BillingServiceService, {
      getSubscription: async () => ({ plan: 'enterprise', isActive: true, videoLimit: 3_000 }),
    });
    const summary = () => ({
      used: 0,
      remaining: 0,
      limit: limits.length > 1 ? limits.shift() : limits[0],
      resetAtSeconds: 0,
      months: [],
    });
    usage = await StandInServer.start(UsageServiceService, { getSummary: async () => summary() });
  });
  afterEach(() => Promise.all([billing.close(), usage.close()]));

  it('is waited for until usage counts with the quota that billing gives', async () => {
    limits = [3, 3, 3, 3_000];
    expect(await untilPlanCounts(addresses(), 'account')).toBe('enterprise');
    expect(usage.calls).toHaveLength(4);
  });

  it('is not waited for forever', async () => {
    limits = [3];
    await expect(untilPlanCounts(addresses(), 'account', 200)).rejects.toThrow(
      'did not reach usage within 0.2 s: it counts 3 videos a month, not 3000',
    );
  });
});
