import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { createLogger } from '@precis/runtime/logger';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.js';
import { createApp, type GatewayApp } from '../create-app.js';
import { RpcStandIn } from '../testing/rpc-stand-in.js';
import { targetsAt } from '../rpc-clients.js';

const BURST = 3;

let folder: string;
let auth: RpcStandIn;
let usage: RpcStandIn;
let gateway: GatewayApp;

const start = (trustedProxies: string) => {
  const nowhere = `unix:${join(folder, 'nowhere.sock')}`;
  const addresses = {
    ...targetsAt(nowhere),
    AUTH_ADDRESS: auth.address,
    USAGE_ADDRESS: usage.address,
  };
  const record = {
    PORT: 0,
    PUBLIC_URL: 'http://localhost',
    CALLER_SECRET: 'secret-of-the-gateway',
    TRUSTED_PROXIES: trustedProxies,
    THROTTLE_LOGIN_PER_HOUR: BURST,
    ...addresses,
  };
  return createApp(readConfig(record), { logger: createLogger('test', 'silent') });
};
/** Logs in once per entry, each with its own X-Forwarded-For. */
async function refusals(forwardedFor: string[]): Promise<number> {
  let refused = 0;
  for (const forwarded of forwardedFor) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
    const { status } = await fetch(`http://127.0.0.1:${gateway.port}/api/auth/login`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    if (status === 429) refused++;
  }
  return refused;
}
const each = (forwardedFor: (connection: number) => string) =>
  Array.from({ length: BURST + 2 }, (_, connection) => forwardedFor(connection));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forwarded-'));
  auth = new RpcStandIn(AuthServiceService, `unix:${join(folder, 'auth.sock')}`, { listRevoked: () => ({ ids: [] }) });
  usage = new RpcStandIn(UsageServiceService, `unix:${join(folder, 'usage.sock')}`, {});
  await Promise.all([auth.listen(), usage.listen()]);
  gateway = await start('10.0.0.0/8, 127.0.0.0/8');
});

afterEach(async () => {
  await gateway.close();
  auth.close();
  usage.close();
  rmSync(folder, { recursive: true });
});

describe('behind a proxy of a trusted network', () => {
  it('each client has a budget of its own', async () => {
    expect(await refusals(each((connection) => `203.0.113.${connection}`))).toBe(0);
  });

  it('a client has one budget, although the proxy also reports the port of its connection', async () => {
    expect(await refusals(each((connection) => `203.0.113.7:${50_000 + connection}`))).toBe(2);
    expect(await refusals(each((connection) => `[2001:db8::7]:${50_000 + connection}`))).toBe(2);
  });

  it('a /48 has ten times the budget of one address, not 65,536 times, and the next /48 has a budget of its own', async () => {
    const hosts = Array.from({ length: 10 * BURST + 5 }, (_, network) => `2001:db8:1:${network.toString(16)}::7`);
    expect(await refusals(hosts)).toBe(5);
    expect(await refusals(['2001:db8:2::7'])).toBe(0);
  });

  it('clients whose address the proxy does not report share one budget', async () => {
    expect(await refusals(each((connection) => `client-${connection}`))).toBeGreaterThan(0);
  });
});
