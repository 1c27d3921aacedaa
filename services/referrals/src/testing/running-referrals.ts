import type { Bus } from '@precis/events/bus';
import { startService } from '@precis/events/start-service';
import { ReferralsServiceService } from '@precis/proto/referrals/v1/referrals';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';
import { createLogger } from '@precis/runtime/logger';
import type { ServiceApp } from '@precis/runtime/service-app';
import { StandingClock } from '@precis/testing/standing-clock';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { referrals } from '../service.js';

export const CALLERS = [
  'gateway',
  'operator',
  'standalone',
  'auth',
  'billing',
  'usage',
  'summarisation',
  'notifications',
];
export const secretOf = (caller: string) => `${caller}-secret-of-the-tests`;
export const silent = createLogger('test', 'silent');

export type ReferralsRpc = Rpc<typeof ReferralsServiceService>;

/** The whole service on its own unix socket. */
export class RunningReferrals {
  private readonly clients: ReferralsRpc[] = [];

  private constructor(
    readonly app: ServiceApp,
    readonly folder: string,
    readonly clock: StandingClock,
  ) {}

  static async start(url: string, bus: Bus, clock = new StandingClock()): Promise<RunningReferrals> {
    const folder = await mkdtemp(join(tmpdir(), 'referrals-'));
    const CALLER_SECRETS = Object.fromEntries(CALLERS.map((caller) => [caller, secretOf(caller)]));
    const config = { DATABASE_URL: url, GRPC_URL: `unix:${join(folder, 's')}`, CALLER_SECRETS };
    const app = await startService(referrals, config, { bus, clock, logger: silent });
    return new RunningReferrals(app, folder, clock);
  }

  /** `socket`: another connection to the service, in its folder. */
  as(caller: string, secret = secretOf(caller), socket = 's'): ReferralsRpc {
    const client = connectRpc(ReferralsServiceService, {
      address: `unix:${join(this.folder, socket)}`,
      caller,
      secret,
    });
    this.clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.close();
    await this.app.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
