import { request } from 'node:http';
import { Counter, Registry } from 'prom-client';
import { createLogger } from './logger.js';
import { type OpsProbes, type OpsServer, startOpsServer } from './ops-server.js';

const metrics = new Registry();
new Counter({ name: 'tries_total', help: 'Tries', registers: [metrics] }).inc(3);

let probes: OpsProbes;
let ops: OpsServer;
let log: string;
beforeEach(async () => {
  log = '';
  probes = { alive: () => undefined, ready: async () => undefined, metrics: () => metrics };
  const logger = createLogger('test', 'info', { write: (line: string) => void (log += line) });
  // Looked up at every call, so that a test can change the result of a probe.
  const now: OpsProbes = { alive: () => probes.alive(), ready: () => probes.ready(), metrics: () => probes.metrics() };
  ops = await startOpsServer({ port: 0, host: '127.0.0.1' }, now, logger);
});
afterEach(() => ops.close());

const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${ops.port}${path}`, { method });

describe('the ops port', () => {
  it('answers 200 to both probes of a service that is alive and ready', async () => {
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/readyz')).status).toBe(200);
  });

  it('fails liveness for a crashed consumer, and gives the reason only in the log, once', async () => {
    probes.alive = () => {
      throw new Error('consumer of group usage crashed');
    };
    for (let probe = 0; probe < 3; probe++) {
      const answer = await get('/healthz');
      expect({ status: answer.status, body: await answer.text() }).toEqual({
        status: 503,
        body: '{"status":"failing"}',
      });
    }
    expect(log.match(/consumer of group usage crashed/g)!.length).toBe(2); // message and stack of one line
    expect(log.trim().split('\n')).toHaveLength(1);
    expect((await get('/readyz')).status).toBe(200);
  });

  it('keeps liveness while readiness fails: an absent database is no reason for a new process', async () => {
    probes.ready = async () => Promise.reject(new Error('database away'));
    expect((await get('/readyz')).status).toBe(503);
    expect((await get('/healthz')).status).toBe(200);
  });

  it('answers 503 when a probe hangs', async () => {
    probes.ready = () => new Promise(() => undefined);
    expect((await get('/readyz')).status).toBe(503);
  });

  it('serves the metrics in the format of Prometheus, and 503 before there are any', async () => {
    const answer = await get('/metrics');
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await answer.text()).toContain('\ntries_total 3\n');
    probes.metrics = () => undefined;
    expect((await get('/metrics')).status).toBe(503);
  });

  it.each([['/'], ['/metrics/x'], ['/constructor']])('knows nothing at %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  const askedAs = (host: string, port = ops.port) =>
    new Promise<number>((resolve, reject) =>
      request({ host: '127.0.0.1', port, path: '/metrics', headers: { host } }, (answer) =>
        resolve(answer.resume().statusCode!),
      )
        .on('error', reject)
        .end(),
    );

  it.each(['evil.example', 'localhost.evil.example:9090', '0.0.0.0'])(
    'shows nothing on loopback to a web site that leads here as %s',
    async (host) => {
      expect(await askedAs(host)).toBe(421);
    },
  );

  it.each(['localhost:1', '[::1]:9090', '127.0.0.1'])(
    'answers this machine as %s, whatever port a tunnel has',
    async (host) => {
      expect(await askedAs(host)).toBe(200);
    },
  );

  it('answers by any name where it is bound to a network', async () => {
    const open = await startOpsServer({ port: 0, host: '0.0.0.0' }, probes, createLogger('test', 'silent'));
    expect(await askedAs('usage-7f9c.internal', open.port)).toBe(200);
    await open.close();
  });

  it('accepts no writing method', async () => {
    expect((await get('/readyz', 'POST')).status).toBe(404);
  });
});
