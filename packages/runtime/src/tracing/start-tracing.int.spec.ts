import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { createLogger } from '../logger.js';
import { SpanKind, startSpan } from './start-span.js';
import { startTracing } from './start-tracing.js';
import { parseTraceparent } from './traceparent.js';
import { tracingSettings } from './tracing-settings.js';

const STRANGER = parseTraceparent('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')!;
/** The capacity of the queue, plus the batch being sent. */
const KEPT_AT_MOST = 2_048 + 512;

type Json = ReturnType<typeof JSON.parse>;
let received: { traceId: string; name: string }[];
let hangs: boolean;
let server: Server;
let endpoint: string;
beforeEach(async () => {
  [received, hangs] = [[], false];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      if (hangs) return;
      received.push(
        ...JSON.parse(body).resourceSpans.flatMap((one: Json) => one.scopeSpans.flatMap((scope: Json) => scope.spans)),
      );
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

let log: string;
const metrics = () => new Registry();
const start = (settings: object = {}, registry = metrics()) => {
  log = '';
  const config = z.object(tracingSettings).parse({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings });
  return startTracing(
    'tests',
    config,
    registry,
    createLogger('tests', 'info', { write: (line: string) => void (log += line) }),
  );
};
const span = (name: string, more: object = {}) => startSpan({ service: 'tests', name, kind: SpanKind.SERVER, ...more });

describe('the export of traces', () => {
  it('delivers what was finished before the stop, and counts it', async () => {
    const registry = metrics();
    const tracing = await start({}, registry);
    span('one').end({}, false);
    await tracing.stop();
    expect(received.map(({ name }) => name)).toEqual(['one']);
    expect(await registry.metrics()).toContain('precis_trace_spans_total{outcome="sent"} 1');
  });

  it('keeps a bounded number of spans, however many there are', async () => {
    const registry = metrics();
    const tracing = await start({}, registry);
    for (let index = 0; index < 10_000; index++) span('many').end({}, false);
    await tracing.stop();
    const text = await registry.metrics();
    const kept = [...text.matchAll(/^precis_trace_spans_total\{.*\} (\d+)$/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    );
    expect(kept).toBeGreaterThanOrEqual(received.length);
    expect(received.length).toBeGreaterThan(0);
    expect(kept).toBeLessThanOrEqual(KEPT_AT_MOST);
  });

  it('stops although the receiver hangs, before the delivery is given up', async () => {
    const registry = metrics();
    const tracing = await start({}, registry);
    hangs = true;
    span('lost').end({}, false);
    await tracing.stop();
    expect(await registry.metrics()).not.toMatch(/^precis_trace_spans_total\{.*\} [1-9]/m);
  });

  it('reports once that the receiver is away, and never what was to be sent', async () => {
    server.close();
    const tracing = await start({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20very-secret' });
    span('nowhere').end({}, false);
    await tracing.stop();
    expect(log.match(/traces cannot be delivered/g) ?? []).toHaveLength(log ? 1 : 0);
    expect(log).not.toContain('very-secret');
  });

  it('lets strangers decide nothing: with a share of 0 it records none of their requests, with 1 all of them', async () => {
    const none = await start({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
    span('asked for', { parent: STRANGER, atTheDoor: true }).end({}, false);
    await none.stop();
    const all = await start();
    span('hidden', { parent: { ...STRANGER, traceFlags: 0 }, atTheDoor: true }).end({}, false);
    await all.stop();
    expect(received).toEqual([expect.objectContaining({ name: 'hidden', traceId: STRANGER.traceId })]);
  });

  it('follows behind the door what was decided there', async () => {
    const tracing = await start();
    span('recorded', { parent: STRANGER }).end({}, false);
    span('not recorded', { parent: { ...STRANGER, traceFlags: 0 } }).end({}, false);
    await tracing.stop();
    expect(received.map(({ name }) => name)).toEqual(['recorded']);
  });

  it('is off without a receiver: nothing is sent, and ids are still passed on', async () => {
    const tracing = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: '' });
    const continued = span('silent', { parent: STRANGER, atTheDoor: true });
    const begun = span('begun');
    continued.end({}, false);
    await tracing.stop();
    expect(continued.spanContext.traceId).toBe(STRANGER.traceId);
    expect(begun.spanContext.traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect(received).toEqual([]);
  });
});
