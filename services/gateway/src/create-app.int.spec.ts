import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { SummarisationServiceService } from '@precis/proto/summarisation/v1/summarisation';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from './config.js';
import { createApp } from './create-app.js';
import { RpcStandIn } from './testing/rpc-stand-in.js';
import { targetsAt } from './rpc-clients.js';

const EXIT_LIMIT_MS = 25_000;
const BUILT = pathToFileURL(join(import.meta.dirname, '../dist')).href;

let folder: string;
let auth: RpcStandIn;
let usage: RpcStandIn;
let other: Server;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gw-'));
  auth = new RpcStandIn(AuthServiceService, `unix:${join(folder, 'auth.sock')}`, {
    listRevoked: () => ({ ids: [] }),
    authenticateKey: () => ({ accountId: 'account', keyId: 'key-1', validUntilMs: 0 }),
  });
  usage = new RpcStandIn(UsageServiceService, `unix:${join(folder, 'usage.sock')}`, {});
  other = createServer().listen(0, '127.0.0.1');
  await Promise.all([auth.listen(), usage.listen(), once(other, 'listening')]);
});

afterEach(() => {
  auth.close();
  usage.close();
  other.close();
  rmSync(folder, { recursive: true });
});

function settings(port: number) {
  const nowhere = `unix:${join(folder, 'nowhere.sock')}`;
  const addresses = {
    ...targetsAt(nowhere),
    AUTH_ADDRESS: auth.address,
    USAGE_ADDRESS: usage.address,
  };
  return {
    PORT: port,
    PUBLIC_URL: 'http://localhost',
    CALLER_SECRET: 'secret-of-the-gateway',
    LOG_LEVEL: 'silent',
    ...addresses,
  };
}

/** Starts the built gateway in a process of its own. The process exits by itself only when nothing is left open. */
function startAlone(port: number, more: object = {}): Promise<string> {
  const script = `
    import { readConfig } from '${BUILT}/config.js';
    import { createApp } from '${BUILT}/create-app.js';
    await createApp(readConfig(${JSON.stringify({ ...settings(port), ...more })})).then(() => console.log('started'), (error) => console.log('refused', error.code));`;
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--input-type=module', '-e', script],
      { timeout: EXIT_LIMIT_MS, env: {} },
      (error, stdout) => (error ? reject(error) : resolve(stdout.trim())),
    );
  });
}

describe('a gateway that cannot start', () => {
  it('reports that its port is taken, and leaves nothing open that keeps the process alive', async () => {
    expect(await startAlone((other.address() as AddressInfo).port)).toBe('refused EADDRINUSE');
  });

  it('stops connecting to an unreachable Redis when its port is taken', async () => {
    expect(await startAlone((other.address() as AddressInfo).port, { REDIS_URL: 'redis://127.0.0.1:1' })).toBe(
      'refused EADDRINUSE',
    );
  });

  it('reports that usage does not answer its lease, and leaves nothing open that keeps the process alive', async () => {
    usage.away = true;
    expect(await startAlone(0)).toBe('refused service_unavailable');
  });
});

describe('a gateway that is closed', () => {
  it('does not wait longer than its drain limit for a request that its client never ends', async () => {
    const gateway = await createApp(readConfig(settings(0)), {
      logger: createLogger('test', 'silent'),
      drainLimitMs: 200,
    });
    const half = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
    half.write('GET /healthz HTTP/1.1\r\nHost: precis.test\r\n\r\nGET /healthz HTTP/1.1\r\n');
    await once(half, 'data');
    await gateway.close();
    await eventually('the connection cut', () => half.destroyed || half.readableEnded);
  });

  it('first gives back what a failed call may have reserved', async () => {
    const summarisation = new RpcStandIn(SummarisationServiceService, `unix:${join(folder, 'sum.sock')}`, {
      resolve: () => ({ invalidCode: '', videoId: 'precisDemo1' }),
    });
    await summarisation.listen();
    const gateway = await createApp(readConfig({ ...settings(0), SUMMARISATION_ADDRESS: summarisation.address }), {
      logger: createLogger('test', 'silent'),
    });
    usage.away = true;
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/api/youtube/summarize`, {
      method: 'POST',
      headers: { 'x-api-key': 'prc_test', 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ url: 'https://youtu.be/precisDemo1', summary_type: 'short' }),
    });
    expect(answer.status).toBe(503);
    const closed = gateway.close();
    await eventually('the door shut', () =>
      fetch(`http://127.0.0.1:${gateway.port}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    usage.away = false;
    await closed;
    summarisation.close();
    expect(usage.calls).toContain('apply');
  });
});
