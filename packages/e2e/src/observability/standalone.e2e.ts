import { freePorts } from '@precis/backends/free-ports';
import { eventually } from '@precis/testing/eventually';
import { SpanReceiver } from '@precis/testing/span-receiver';
import { freshEmail } from '../deployment/accounts.js';
import { call } from '../deployment/call.js';
import { StandaloneProcess } from '../deployment/standalone-process.js';
import { namesOf, readMetrics, sumOf } from './metrics-text.js';
import { ownTrace } from './own-trace.js';

const START_LIMIT_MS = 90_000;
const SCOPES = [
  'precis-auth',
  'precis-billing',
  'precis-gateway',
  'precis-notifications',
  'precis-referrals',
  'precis-usage',
];

let receiver: SpanReceiver;
let opsPort: number;
let server: StandaloneProcess;
beforeAll(async () => {
  receiver = await SpanReceiver.listen();
  [opsPort] = await freePorts(1);
  server = await StandaloneProcess.inFreshFolder({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OPS_PORT: String(opsPort),
  });
}, START_LIMIT_MS);
afterAll(async () => {
  await server?.discard();
  await receiver.close();
}, START_LIMIT_MS);

describe('all services in one process', () => {
  it('share one trace from the registration to the mail', async () => {
    const own = ownTrace();
    const body = { name: 'Tracy Canary', email: freshEmail(), password: 'pw-canary-long' };
    expect((await call(server.url, 'POST', '/api/auth/register', { body, headers: own.headers })).status).toBe(200);
    const spans = () => receiver.ofTrace(own.traceId);
    await eventually(
      'the handling of all its events',
      () =>
        ['user-registered', 'mail-requested', 'subscription-changed'].every((type) =>
          spans().some(({ name }) => name === `process ${type}`),
        ) && SCOPES.every((expected) => spans().some(({ scope }) => scope === expected)),
      20_000,
    );
    expect([...new Set(spans().map(({ scope }) => scope))].sort()).toEqual(SCOPES);
    expect(new Set(spans().map(({ service }) => service))).toEqual(new Set(['precis']));
  });

  it('join log, trace and metric: a line of the log names the trace, whose span names the route of the metric', async () => {
    const own = ownTrace();
    const route = '/api/youtube/summarize';
    const refused = { service: 'gateway', route, method: 'POST', status: '5xx' };
    const counted = async () =>
      sumOf(
        readMetrics(await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()),
        'precis_http_request_duration_seconds_count',
        refused,
      );
    const before = await counted();
    const { demo_videos: videos } = (await call(server.url, 'GET', '/api/info')).body as {
      demo_videos: { url: string; outcome: string }[];
    };
    const body = { url: videos.find(({ outcome }) => outcome === 'source_blocked')!.url };
    const { api_key: key } = await server.demo();
    expect((await call(server.url, 'POST', route, { body, key, headers: own.headers })).status).toBe(503);
    const lines = server.log
      .split('\n')
      .filter((line) => line.includes(own.traceId))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toEqual([
      expect.objectContaining({ service: 'gateway', trace_id: own.traceId, status: 503, code: 'source_blocked' }),
    ]);
    const door = () => receiver.ofTrace(own.traceId).find(({ name }) => name === `POST ${route}`);
    await eventually('the span of the request', () => door() !== undefined, 20_000);
    expect(lines[0].span_id).toBe(door()!.spanId);
    expect(await counted()).toBe(before + 1);
  });

  it('show their metrics on one port, each under its name, and the resources of the process once', async () => {
    const answer = await fetch(`http://127.0.0.1:${opsPort}/metrics`);
    expect(answer.status).toBe(200);
    const samples = readMetrics(await answer.text());
    for (const service of ['auth', 'billing', 'summarisation'])
      expect(samples.get(`precis_outbox_depth{service="${service}"}`)).toBeGreaterThanOrEqual(0);
    expect(
      sumOf(samples, 'precis_http_request_duration_seconds_count', { service: 'gateway', route: '/api/auth/register' }),
    ).toBe(1);
    expect(namesOf(samples)).toContain('nodejs_eventloop_lag_seconds');
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });

  it('exit by themselves with code 0 although the receiver hangs', async () => {
    receiver.mode = 'hang';
    await call(server.url, 'GET', '/api/info');
    expect(await server.stop()).toBe(0);
  });
});
