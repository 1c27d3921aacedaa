import type { Bus } from '@precis/events/bus';
import { startService } from '@precis/events/start-service';
import { SummarisationServiceService } from '@precis/proto/summarisation/v1/summarisation';
import { connectRpc, type GrpcTarget, type Rpc } from '@precis/runtime/grpc-client';
import { createLogger } from '@precis/runtime/logger';
import type { ServiceApp } from '@precis/runtime/service-app';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.js';
import { summarisation } from '../service.js';
import { CountedEngine } from './counted-engine.js';

export const silent = createLogger('summarisation', 'silent');
const SECRETS: Record<string, string> = {
  gateway: 'gateway-secret-0123456789',
  billing: 'billing-secret-0123456789',
  usage: 'usage-secret-0123456789',
};

/** The whole service on its own socket, called as other services call it. */
export class RunningSummarisation {
  readonly engine = new CountedEngine();
  app: ServiceApp;
  private folder: string;
  private readonly clients = new Map<string, Rpc<typeof SummarisationServiceService>>();

  /** `settings` are those of the service's environment. */
  static async start(
    databaseUrl: string,
    bus: Bus,
    settings: Record<string, string> = {},
  ): Promise<RunningSummarisation> {
    const running = new RunningSummarisation();
    running.folder = await mkdtemp(join(tmpdir(), 'sum-'));
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      GRPC_URL: `unix:${running.folder}/s`,
      CALLER_SECRETS: Object.entries(SECRETS)
        .map((pair) => pair.join('='))
        .join(','),
      // Nothing listens there, which imitates a missing network.
      YOUTUBE_BASE_URL: 'http://127.0.0.1:1',
      ...settings,
    });
    running.app = await startService(summarisation, config, { bus, logger: silent, engine: running.engine });
    return running;
  }

  /** The address of the service, for a caller that authenticates with its secret. */
  target(caller: string): GrpcTarget {
    return { address: `unix:${this.folder}/s`, caller, secret: SECRETS[caller] ?? 'unknown-secret-0123456789' };
  }

  as(caller: string): Rpc<typeof SummarisationServiceService> {
    const client = this.clients.get(caller) ?? connectRpc(SummarisationServiceService, this.target(caller));
    this.clients.set(caller, client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.clients.values()) client.close();
    await this.app.close();
    await rm(this.folder, { recursive: true });
  }
}
