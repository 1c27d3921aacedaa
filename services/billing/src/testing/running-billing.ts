import type { Bus } from '@precis/events/bus';
import { type RunningService, startService } from '@precis/events/start-service';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';
import { createLogger } from '@precis/runtime/logger';
import { StandingClock } from '@precis/testing/standing-clock';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BillingConfig, readConfig } from '../config.js';
import { billing } from '../service.js';

export const CALLERS = ['gateway', 'operator', 'standalone', 'auth', 'usage', 'summarisation', 'notifications', 'mcp'];
export const secretOf = (caller: string) => `${caller}-secret-of-the-tests`;
export const silent = createLogger('test', 'silent');

/** Settings for tests in which only the address and the database matter. */
export function configOf(url: string, address: string, settings: Record<string, string> = {}): BillingConfig {
  const CALLER_SECRETS = CALLERS.map((caller) => `${caller}=${secretOf(caller)}`).join(',');
  return readConfig({ ...settings, DATABASE_URL: url, GRPC_URL: address, CALLER_SECRETS });
}

export type BillingRpc = Rpc<typeof BillingServiceService>;

/** The whole service on a unix socket. */
export class RunningBilling {
  private readonly clients: BillingRpc[] = [];

  private constructor(
    readonly app: RunningService,
    readonly address: string,
    readonly clock: StandingClock,
    private readonly folder: string,
  ) {}

  /** `settings`: of its payment providers. */
  static async start(
    url: string,
    bus: Bus,
    clock = new StandingClock(),
    settings: Record<string, string> = {},
  ): Promise<RunningBilling> {
    const folder = await mkdtemp(join(tmpdir(), 'billing-'));
    const address = `unix:${join(folder, 's')}`;
    const app = await startService(billing, configOf(url, address, settings), { bus, clock, logger: silent });
    return new RunningBilling(app, address, clock, folder);
  }

  as(caller: string, secret = secretOf(caller)): BillingRpc {
    const client = connectRpc(BillingServiceService, { address: this.address, caller, secret });
    this.clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.close();
    await this.app.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
