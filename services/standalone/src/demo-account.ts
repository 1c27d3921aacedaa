import { seedAccount } from '@precis/auth/service';
import type { RunningService } from '@precis/events/start-service';
import { writePrivateFile } from '@precis/backends/write-private-file';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { connectRpc } from '@precis/runtime/grpc-client';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { untilPlanCounts } from './demo-plan.js';
import type { InternalAddresses } from './internal-addresses.js';

export const DEMO_EMAIL = 'demo@precis.example';
const PLAN = 'enterprise';
const MONTHS = 12;

/** The data that a newcomer needs, printed and stored in demo.json. */
export interface DemoAccount {
  url: string;
  email: string;
  password: string;
  api_key: string;
  account_id: string;
  plan: string;
}

/** Creates the same account and key at every start; its plan is a term that is granted once per calendar year, and is in effect on return. */
export async function prepareDemoAccount(
  auth: RunningService,
  addresses: InternalAddresses,
  url: string,
  password: string,
  now: Date,
): Promise<DemoAccount> {
  const { accountId, apiKey } = await seedAccount(auth, { name: 'Demo', email: DEMO_EMAIL, password });
  await grantDemoTerm(addresses, accountId, now);
  const plan = await untilPlanCounts(addresses, accountId);
  return { url, email: DEMO_EMAIL, password, api_key: apiKey, account_id: accountId, plan };
}

async function grantDemoTerm({ of, secrets }: InternalAddresses, accountId: string, now: Date): Promise<void> {
  const target = { address: of('billing'), caller: 'standalone', secret: secrets.standalone };
  const billing = connectRpc(BillingServiceService, target);
  try {
    const grantId = yearlyGrantId(accountId, now.getUTCFullYear());
    await billing.grantTerm(
      { grantId, accountId, plan: PLAN, months: MONTHS },
      { idempotent: true, deadlineMs: 30_000 },
    );
  } catch (error) {
    throw new Error(`The demo account did not get its plan: ${(error as Error).message}`, { cause: error });
  } finally {
    billing.close();
  }
}

/** Replaces an existing file, which nothing reads back. */
export async function writeDemoFile(dataDir: string, demo: DemoAccount): Promise<void> {
  await writePrivateFile(join(dataDir, 'demo.json'), `${JSON.stringify(demo, null, 2)}\n`);
}

/** The same id at every start of a year, so that restarts grant nothing twice. */
function yearlyGrantId(accountId: string, year: number): string {
  const hex = createHash('sha256').update(`demo-term:${accountId}:${year}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
