import type { RunningService, Service } from '@precis/events/start-service';
import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { EraseAccounts } from './accounts/erase-accounts.usecase.js';
import { AuthModule } from './auth.module.js';
import { type AuthConfig, processSchema } from './config.js';
import { openDatabase } from './database.js';
import { type AccountSeed, SeedAccount } from './registration/seed-account.usecase.js';
import { ForgetEnded } from './retention/forget-ended.usecase.js';

const FORGET_EVERY_MS = 600_000;
const ERASE_EVERY_MS = 60_000;

export const auth: Service<AuthConfig> = {
  name: 'auth',
  processSchema,
  openDatabase,
  module: AuthModule.with,
  rpc: { 'auth.v1': AuthServiceService },
  publishes: true,
  everyMs: [
    [FORGET_EVERY_MS, ForgetEnded],
    [ERASE_EVERY_MS, EraseAccounts],
  ],
};

/** Creates the demo account and its key, the same at every start. Only standalone calls it. */
export async function seedAccount(
  running: RunningService,
  seed: AccountSeed,
): Promise<{ accountId: string; apiKey: string }> {
  return running.nest.get(SeedAccount, { strict: false }).execute(seed);
}
