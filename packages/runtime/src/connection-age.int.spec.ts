import type { INestApplication } from '@nestjs/common';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { HealthService } from '@precis/proto/grpc/health/v1/health';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { connectRpc } from './grpc-client.js';
import { createLogger } from './logger.js';
import { startNestApp } from './service-app.js';

const AGE_MS = 200;
const CONNECTIONS = process.env.FULL ? 200 : 15;
const CALLERS = 8;

let folder: string;
let app: INestApplication;
let door: Server;
let sockets: Socket[];
let connections: number;
let workMs: number;
let stopping: AbortController;

/** A server, and a door to it that counts connections. */
async function open(connectionAgeMs?: number): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'age-'));
  connections = 0;
  sockets = [];
  stopping = new AbortController();
  const served = join(folder, 'served.sock');
  app = await startNestApp({
    module: { module: class Empty {} },
    logger: createLogger('test', 'silent'),
    callerSecrets: {},
    grpc: {
      url: `unix:${served}`,
      services: { 'billing.v1': BillingServiceService },
      metrics: new Registry(),
      ready: async () => void (workMs > 0 && (await delay(Math.random() * workMs))),
      stopping: stopping.signal,
      connectionAgeMs,
    },
  });
  door = createServer((downstream) => {
    connections++;
    const upstream = connect(served);
    sockets.push(downstream, upstream);
    for (const socket of [downstream, upstream]) socket.on('error', () => undefined);
    downstream.pipe(upstream).pipe(downstream);
  }).listen(join(folder, 'door.sock'));
  await once(door, 'listening');
}

const client = () =>
  connectRpc(HealthService, {
    address: `unix:${join(folder, 'door.sock')}`,
    caller: 'test',
    secret: 'secret-of-the-test',
  });

afterEach(async () => {
  await app.close();
  door.close();
  for (const socket of sockets) socket.destroy();
  rmSync(folder, { recursive: true });
});

describe('a connection that has reached its age', () => {
  it.each([
    ['calls are open on it, some for longer than several connections last', 4 * AGE_MS],
    ['calls come and go on it', 0],
  ])(
    'is replaced without a failed call, while %s',
    async (_, longestMs) => {
      workMs = longestMs;
      await open(AGE_MS);
      const failures: unknown[] = [];
      let answered = 0;
      // Clients of one process share the connection in any case.
      const rpc = client();
      const caller = async () => {
        while (connections < CONNECTIONS) {
          await rpc.check({ service: '' }, { deadlineMs: 10_000 }).then(
            () => answered++,
            (error: unknown) => failures.push(error),
          );
          await delay(Math.random() * 5);
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
      rpc.close();
      expect(failures).toEqual([]);
      expect(answered).toBeGreaterThan(CALLERS);
    },
    30_000 + 1_000 * CONNECTIONS,
  );
});

describe('a server whose process is to stop', () => {
  it('sends its clients to other copies, and still serves those that come back', async () => {
    workMs = 0;
    await open();
    const rpc = client();
    await rpc.check({ service: '' });
    expect(connections).toBe(1);
    stopping.abort();
    while (connections < 2) {
      await rpc.check({ service: '' });
      await delay(10);
    }
    await rpc.check({ service: '' });
    rpc.close();
  }, 30_000);

  it('no longer sends them away once it is closed', async () => {
    await open();
    const set = jest.spyOn(globalThis, 'setInterval');
    stopping.abort();
    const [timer] = set.mock.results.map(({ value }) => value as NodeJS.Timeout);
    set.mockRestore();
    const clear = jest.spyOn(globalThis, 'clearInterval');
    await app.close();
    expect(clear).toHaveBeenCalledWith(timer);
    clear.mockRestore();
  });
});
