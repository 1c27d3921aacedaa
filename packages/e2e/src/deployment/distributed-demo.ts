import { eventually } from '@precis/testing/eventually';
import { randomBytes } from 'node:crypto';
import { generateApiKey, mailedToken } from './accounts.js';
import type { DemoAccount } from './demo-account.js';
import type { Deployment } from './deployment.js';
import { grantPlan } from './grant-plan.js';

const PLAN = 'enterprise';
const VIDEOS_PER_MONTH = 3_000;
const PLAN_LIMIT_MS = 30_000;

/** The demo account, made like an operator does: registered and verified normally, its plan granted by the operator's command. */
export async function registerDemoAccount(precis: Deployment, operator: Record<string, string>): Promise<DemoAccount> {
  const account = {
    name: 'Demo Canary',
    email: 'demo@precis.example',
    password: `pw-canary-${randomBytes(12).toString('base64url')}`,
  };
  const registered = await precis.call('POST', '/api/auth/register', { body: account });
  if (registered.status !== 200) throw new Error(`register answered ${registered.status}: ${registered.text}`);
  const verified = await precis.call('POST', '/api/auth/verify-email', {
    body: { token: await mailedToken(precis, account.email) },
  });
  if (verified.status !== 200) throw new Error(`verify-email answered ${verified.status}: ${verified.text}`);
  const token = verified.body.token as string;
  const key = await generateApiKey(precis, { ...account, token });
  const accountId = await grantPlan(operator, account.email, PLAN, 12);
  // The grant reaches usage as an event.
  await eventually(
    'the plan counts',
    async () =>
      (await precis.call('GET', '/api/usage/summary', { token })).body.data?.current.limit === VIDEOS_PER_MONTH,
    PLAN_LIMIT_MS,
  );
  return { email: account.email, password: account.password, api_key: key, account_id: accountId, plan: PLAN };
}
