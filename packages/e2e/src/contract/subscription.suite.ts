import { demoToken, register } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError } from '../deployment/error-answers.js';

/** Dollars per month when billed for 1, 3, 6 and 12 months (PAY-2). */
const PRICES: Record<string, number[]> = {
  basic: [9, 8.5, 8, 7],
  medium: [29, 27, 25, 23],
  enterprise: [99, 93, 88, 79],
};
const VIDEOS: Record<string, number> = { free: 3, basic: 100, medium: 500, enterprise: 3_000 };
const DURATIONS = ['monthly', '3months', '6months', 'yearly'];

/** GET /api/subscription/plans and my-plan (PAY-1, PAY-3, PAY-8, PAY-9, QUOTA-7). */
export function subscriptionContract(using: () => Deployment): void {
  describe('GET /api/subscription/plans', () => {
    it('200 for anybody: free, basic, medium, enterprise, in this order', async () => {
      const answer = await using().call('GET', '/api/subscription/plans');
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, plans: expect.any(Array) });
      expect(answer.body.plans.map(({ key }: { key: string }) => key)).toEqual([
        'free',
        'basic',
        'medium',
        'enterprise',
      ]);
      for (const plan of answer.body.plans) {
        expect(plan).toMatchObject({
          name: expect.stringMatching(/\S/),
          features: expect.any(Array),
          price: expect.any(Number),
        });
        expect(plan.features.length).toBeGreaterThan(0);
        for (const feature of plan.features) expect(feature).toEqual(expect.stringMatching(/\S/));
      }
    });

    it('prices are dollars per month at each period; Free costs 0 and has no durations', async () => {
      const { body } = await using().call('GET', '/api/subscription/plans');
      const [free, ...paid] = body.plans as { key: string; price: number; durations: unknown }[];
      expect(free).toMatchObject({ key: 'free', price: 0, durations: [] });
      for (const plan of paid) {
        expect(plan.price).toBe(PRICES[plan.key][0]);
        expect(plan.durations).toEqual(DURATIONS.map((key, index) => ({ key, price: PRICES[plan.key][index] })));
      }
    });

    it('each plan says its videos per month', async () => {
      const { body } = await using().call('GET', '/api/subscription/plans');
      const found = body.plans.map((plan: { key: string; videos_per_month: number }) => [
        plan.key,
        plan.videos_per_month,
      ]);
      expect(Object.fromEntries(found)).toEqual(VIDEOS);
    });
  });

  describe('GET /api/subscription/my-plan', () => {
    it('200: a fresh user is active on Free, without an end', async () => {
      const { token } = await register(using());
      const answer = await using().call('GET', '/api/subscription/my-plan', { token });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        subscription: { plan: 'free', isActive: true, remainingDays: null, videoLimit: 3, endDate: null },
      });
    });

    it('200: a paid plan ends in unix seconds, and the remaining days fit its end', async () => {
      const { body } = await using().call('GET', '/api/subscription/my-plan', { token: await demoToken(using()) });
      const { plan, isActive, remainingDays, videoLimit, endDate } = body.subscription;
      expect({ plan, isActive, videoLimit }).toEqual({
        plan: using().demo.plan,
        isActive: true,
        videoLimit: VIDEOS[using().demo.plan],
      });
      expect(Number.isInteger(endDate)).toBe(true);
      const days = (endDate - Date.now() / 1_000) / 86_400;
      expect(days).toBeGreaterThan(0);
      expect(days).toBeLessThan(5 * 366);
      expect(Math.abs(remainingDays - days)).toBeLessThan(1.01);
    });

    it('401 without a session', async () => {
      expectPrivateError(await using().call('GET', '/api/subscription/my-plan'), 401);
    });
  });
}
