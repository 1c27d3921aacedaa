import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { Controller, type INestApplication, Module } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Registry } from 'prom-client';
import { Callers } from './callers.guard.js';
import { connectRpc, type Rpc } from './grpc-client.js';
import { createLogger } from './logger.js';
import { startNestApp } from './service-app.js';
import { activeTraceparent } from './tracing/active-trace.js';
import { SpanKind, startSpan } from './tracing/start-span.js';
import { parseTraceparent } from './tracing/traceparent.js';

const SECRET = 'secret-of-the-gateway';
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
let begun = 0;
let seen: string | undefined;
let hang: Promise<void> | undefined;

/** A caller on its own thread. Once connected, it waits for 1 in the flag; then it calls, cancels, and sets the flag to 2. */
const GIVES_UP = `
  const { workerData: { path, secret, flag }, parentPort } = require('node:worker_threads');
  const session = require('node:http2').connect('http://localhost', { createConnection: () => require('node:net').connect(path) });
  session.once('remoteSettings', () => {
    parentPort.postMessage('connected');
    Atomics.wait(flag, 0, 0);
    const headers = { ':method': 'POST', ':path': '/billing.v1.BillingService/ListPlans', te: 'trailers', 'content-type': 'application/grpc' };
    const call = session.request({ ...headers, 'x-caller': 'gateway', 'x-caller-secret': secret });
    call.on('error', () => undefined);
    call.once('finish', () => call.close(8));
    call.once('close', () => { Atomics.store(flag, 0, 2); Atomics.notify(flag, 0); });
    call.end(Buffer.alloc(5));
  });`;

@Controller()
class Answers {
  @GrpcMethod('BillingService', 'listPlans')
  @Callers('gateway')
  async listPlans() {
    begun++;
    await hang;
    seen = activeTraceparent();
    return { plans: [] };
  }
}

@Module({ controllers: [Answers] })
class Service {}

const metrics = new Registry();
let folder: string;
let address: string;
let app: INestApplication;
let rpc: Rpc<typeof BillingServiceService>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'served-'));
  address = `unix:${join(folder, 's')}`;
  const grpc = {
    url: address,
    services: { 'billing.v1': BillingServiceService },
    metrics,
    ready: async () => undefined,
  };
  app = await startNestApp({
    module: Service,
    logger: createLogger('test', 'silent'),
    callerSecrets: { gateway: SECRET },
    grpc,
  });
  rpc = connectRpc(BillingServiceService, { address, caller: 'gateway', secret: SECRET });
});
afterAll(async () => {
  rpc.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  metrics.resetMetrics();
  [begun, seen, hang] = [0, undefined, undefined];
});

/** The number of counted calls by `method code`. */
async function counted(): Promise<Record<string, number>> {
  const found = (await metrics.metrics()).matchAll(/duration_seconds_count\{method="([^"]+)",code="([^"]+)"\} (\d+)/g);
  return Object.fromEntries([...found].map(([, method, code, count]) => [`${method} ${code}`, Number(count)]));
}

function callRaw(path: string): Promise<unknown> {
  const client = new Client(address, credentials.createInsecure());
  const bytes = (value: Buffer) => value;
  return new Promise((resolve) =>
    client.makeUnaryRequest(path, bytes, bytes, Buffer.of(), new Metadata(), { deadline: Date.now() + 5_000 }, resolve),
  ).finally(() => client.close());
}

describe('a served call', () => {
  it('is worked on within the trace of its caller, also where nothing is recorded', async () => {
    const span = startSpan({
      service: 'gateway',
      name: 'a request',
      kind: SpanKind.SERVER,
      parent: parseTraceparent(TRACEPARENT),
    });
    await span.run(() => rpc.listPlans({}));
    expect(seen).toBe(TRACEPARENT);
  });

  it('without a trace does not start one', async () => {
    await rpc.listPlans({});
    expect(seen).toBeUndefined();
  });

  it('is counted once by method and code, also when the guard refuses it or its caller gives up', async () => {
    await rpc.listPlans({});
    await rpc.listPlans({});
    const stranger = connectRpc(BillingServiceService, { address, caller: 'gateway', secret: 'not the secret of it' });
    await expect(stranger.listPlans({})).rejects.toMatchObject({ code: 'caller_unknown' });
    stranger.close();
    let goOn = (): void => undefined;
    hang = new Promise((resolve) => (goOn = resolve));
    await expect(rpc.listPlans({}, { deadlineMs: 100 })).rejects.toMatchObject({ code: 'service_unavailable' });
    const method = 'billing.v1.BillingService/ListPlans';
    const late = (calls: Record<string, number>) =>
      (calls[`${method} CANCELLED`] ?? 0) + (calls[`${method} DEADLINE_EXCEEDED`] ?? 0);
    while (late(await counted()) === 0) await new Promise(setImmediate);
    goOn();
    expect(await counted()).toMatchObject({ [`${method} OK`]: 2, [`${method} UNAUTHENTICATED`]: 1 });
    expect(late(await counted())).toBe(1);
  });

  it('that its caller gave up while the process was frozen does not begin', async () => {
    await rpc.listPlans({});
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const workerData = { path: address.slice('unix:'.length), secret: SECRET, flag };
    const caller = new Worker(GIVES_UP, { eval: true, workerData });
    await once(caller, 'message');
    // From this store on, this thread is blocked: it reads nothing until the call and its cancellation are in the socket.
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
    expect(Atomics.wait(flag, 0, 1, 10_000)).not.toBe('timed-out');
    await rpc.listPlans({});
    expect(begun).toBe(2);
    await caller.terminate();
  });

  it('of an unknown method has no label of its own, and probes are not counted', async () => {
    await callRaw('/invented.by.a.Stranger/Call');
    await callRaw('/billing.v1.BillingService/Invented');
    await callRaw('/grpc.health.v1.Health/Check');
    expect(Object.keys(await counted()).filter((key) => !key.startsWith('unknown '))).toEqual([]);
  });
});
