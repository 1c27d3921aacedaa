import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.js';
import { createApp, type GatewayApp } from '../create-app.js';
import { AuthStandIn } from '../testing/auth-stand-in.js';
import { RpcStandIn } from '../testing/rpc-stand-in.js';
import { targetsAt } from '../rpc-clients.js';

let folder: string;
let auth: AuthStandIn;
let usage: RpcStandIn;
let gateway: GatewayApp;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'made-up-'));
  auth = new AuthStandIn();
  usage = new RpcStandIn(UsageServiceService, `unix:${join(folder, 'usage.sock')}`, {});
  await Promise.all([auth.rpc.listen(), usage.listen()]);
  const nowhere = `unix:${join(folder, 'nowhere.sock')}`;
  const addresses = {
    ...targetsAt(nowhere),
    AUTH_ADDRESS: auth.rpc.address,
    USAGE_ADDRESS: usage.address,
  };
  const record = {
    PORT: 0,
    PUBLIC_URL: 'http://localhost',
    CALLER_SECRET: 'secret-of-the-gateway',
    TRUSTED_PROXIES: '127.0.0.1',
    ...addresses,
  };
  gateway = await createApp(readConfig(record), { logger: createLogger('test', 'silent') });
});

afterEach(async () => {
  await gateway.close();
  auth.close();
  usage.close();
  rmSync(folder, { recursive: true });
});

/** A request whose body is refused after its key was admitted. */
const call = async (key: string, from: string) => {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'x-forwarded-for': from };
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/api/youtube/info`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  const { code } = (await answer.json()) as { code: string };
  return [answer.status, code];
};
const calls = (count: number, key: (n: number) => string, from: (n: number) => string) =>
  Promise.all(Array.from({ length: count }, (_none, n) => call(key(n), from(n))));

describe('made-up keys', () => {
  it.each([
    ['one address', () => '203.0.113.9'],
    ['one /48', (n: number) => `2001:db8:1:${n}::1`],
  ])(
    'sent from %s get 20 checks by auth at a time: the rest gets 503 busy, and other senders are served',
    async (_where, from) => {
      const release = auth.hold('authenticateKey');
      const flood = calls(100, (n) => `prc_made_up_${n}`, from);
      const others = calls(
        10,
        (n) => `prc_${n}`,
        (n) => `198.51.100.${n}`,
      );
      await eventually('the questions', () => auth.asked() >= 30);
      release();
      for (const [, code] of await others) expect(code).not.toBe('busy');
      // A request that arrives after the release finds room again.
      expect((await flood).filter(([status, code]) => status === 503 && code === 'busy').length).toBeGreaterThan(0);
    },
  );
});
