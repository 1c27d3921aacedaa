import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Precis, PrecisError } from './client.js';

interface Step {
  status?: number;
  headers?: Record<string, string>;
  body?: object | string;
  /** Breaks the connection instead of answering. */
  breaks?: boolean;
  /** Breaks the connection in the middle of the answer. */
  cuts?: boolean;
  /** Leaves the answer open after its body. */
  stays?: boolean;
}

let server: Server;
let steps: Step[] = [];
let asked: IncomingMessage[] = [];
let client: Precis;
let onAsked: () => void = () => undefined;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response, steps.length > 1 ? steps.shift()! : steps[0]));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  [steps, asked, onAsked] = [[], [], () => undefined];
  client = new Precis({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, apiKey: 'prc_mine' });
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

function answer(request: IncomingMessage, response: ServerResponse, step: Step): void {
  asked.push(request);
  request.resume();
  onAsked();
  if (step.breaks) return void request.socket.destroy();
  const { status = 200, headers, body = {} } = step;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (step.stays) return void response.write(body);
  if (step.cuts) return void response.write('{"success": tr', () => request.socket.destroy());
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const refusal = (status: number, code: string, more = {}) => ({
  status,
  body: {
    error: 'No.',
    status_code: status,
    code,
    request_id: 'request-1',
    docs_url: `https://x.example/docs?tab=errors#${code}`,
    ...more,
  },
});
const DONE = { body: { success: true, data: { summary: 'A lock lifts boats.' } } };
const summarise = (options = {}) => client.summarize({ url: 'https://youtu.be/precisDemo1' }, options);
const NOW = { 'retry-after': '0' };
const keys = () => asked.map(({ headers }) => headers['idempotency-key']);

describe('the client (API-36)', () => {
  it('is generated from the committed document (else: make client)', async () => {
    const script = join(import.meta.dirname, '../build/generate-api.main.mjs');
    await expect(promisify(execFile)(process.execPath, [script, '--check'])).resolves.toBeTruthy();
  }, 60_000);

  it('sends the key and returns the data', async () => {
    steps = [DONE];
    expect((await summarise()).summary).toBe('A lock lifts boats.');
    expect(asked[0].headers['x-api-key']).toBe('prc_mine');
  });

  it('throws a refusal of the API with all its details', async () => {
    steps = [refusal(429, 'quota_exceeded', { limit: 3, remaining: 0, reset: 1_800_000_000 })];
    const error = await summarise().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PrecisError);
    expect(error).toMatchObject({
      message: 'No.',
      status: 429,
      code: 'quota_exceeded',
      requestId: 'request-1',
      docsUrl: 'https://x.example/docs?tab=errors#quota_exceeded',
      limit: { limit: 3, remaining: 0, resetAt: new Date('2027-01-15T08:00:00.000Z') },
    });
    expect(asked).toHaveLength(1);
  });

  it('throws the same error for an answer that is not JSON', async () => {
    steps = [{ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' }];
    await expect(summarise()).rejects.toMatchObject({ status: 502, code: 'unavailable' });
  });

  it.each([
    ['a broken connection', { breaks: true }],
    ['a connection that breaks during the answer', { cuts: true }],
    ['503', { ...refusal(503, 'service_unavailable'), headers: NOW }],
    ['a throttled 429', { ...refusal(429, 'throttled'), headers: NOW }],
    ['409 while the first runs', { ...refusal(409, 'idempotency_key_in_use'), headers: NOW }],
  ] as [string, Step][])('repeats after %s, under one Idempotency-Key', async (_name, step) => {
    steps = [step, step, DONE];
    expect((await summarise()).summary).toBe('A lock lifts boats.');
    expect(keys()).toEqual(Array(3).fill(keys()[0]));
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['a broken connection', { breaks: true }],
    ['a connection that breaks during the answer', { cuts: true }],
    ['503', { ...refusal(503, 'service_unavailable'), headers: NOW }],
  ] as [string, Step][])('does not repeat a POST that may have had its effect after %s', async (_name, step) => {
    steps = [step, { body: { success: true } }];
    const params = { path: { id: 'webhook-1' } };
    const rotated = client.http.POST('/api/webhooks/{id}/rotate', { params, body: { overlap_hours: 24 } });
    await rotated.catch(() => undefined);
    expect(asked).toHaveLength(1);
  });

  it('repeats a POST that only reads, and any POST that was throttled', async () => {
    steps = [{ breaks: true }, { body: { success: true, data: { title: 'A lock' } } }];
    expect((await client.info('https://youtu.be/precisDemo1')).title).toBe('A lock');
    asked = [];
    steps = [{ ...refusal(429, 'throttled'), headers: NOW }, { body: { success: true } }];
    await client.http.POST('/api/webhooks/{id}/test', { params: { path: { id: 'webhook-1' } } });
    expect(asked).toHaveLength(2);
  });

  it('repeats at most twice, and never waits longer than agreed', async () => {
    steps = [{ ...refusal(503, 'overloaded'), headers: NOW }];
    await expect(summarise()).rejects.toMatchObject({ code: 'overloaded' });
    expect(asked).toHaveLength(3);
    asked = [];
    steps = [{ ...refusal(503, 'overloaded'), headers: { 'retry-after': '31' } }];
    await expect(summarise()).rejects.toMatchObject({ retryAfterSeconds: 31 });
    expect(asked).toHaveLength(1);
  });

  it('waits for an attempt that still runs after its connection broke, however often that takes (API-36)', async () => {
    const running: Step = { ...refusal(409, 'idempotency_key_in_use'), headers: NOW };
    steps = [{ breaks: true }, ...Array<Step>(9).fill(running), DONE];
    expect((await summarise()).summary).toBe('A lock lifts boats.');
    expect(new Set(keys()).size).toBe(1);
  });

  it('gives up an attempt that never ends', async () => {
    const { port } = server.address() as AddressInfo;
    const hasty = new Precis({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'prc_mine', timeoutMs: 200 });
    steps = [{ ...refusal(409, 'idempotency_key_in_use'), headers: NOW }];
    const summarised = hasty.summarize({ url: 'https://youtu.be/precisDemo1' });
    await expect(summarised).rejects.toMatchObject({ code: 'idempotency_key_in_use' });
  });

  it('waits when the API asks for exactly the longest wait that was agreed', async () => {
    const { port } = server.address() as AddressInfo;
    const hasty = new Precis({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'prc_mine', maxWaitSeconds: 1 });
    steps = [{ ...refusal(429, 'throttled'), headers: { 'retry-after': '1' } }, DONE];
    expect((await hasty.summarize({ url: 'https://youtu.be/precisDemo1' })).summary).toBe('A lock lifts boats.');
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['a broken connection', { breaks: true }, { status: 0, code: 'unavailable', requestId: '' }],
    ['a connection that breaks during the answer', { cuts: true }, { status: 0, code: 'unavailable', requestId: '' }],
    ['a refusal', refusal(422, 'idempotency_key_reused'), { status: 422, requestId: 'request-1' }],
  ] as [string, Step, object][])(
    'throws after %s the key that it made itself, under which a repeat is charged once (API-36)',
    async (_name, step, fields) => {
      const { port } = server.address() as AddressInfo;
      const hasty = new Precis({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'prc_mine', maxRetries: 0 });
      for (const call of ['summarize', 'startJob'] as const) {
        [steps, asked] = [[step, DONE], []];
        const request = { url: 'https://youtu.be/precisDemo1' };
        const error = (await hasty[call](request).catch((thrown: unknown) => thrown)) as PrecisError;
        expect(error).toBeInstanceOf(PrecisError);
        expect(error).toMatchObject({ ...fields, idempotencyKey: keys()[0] });
        expect(error.cause instanceof Error).toBe(error.status === 0);
        await hasty[call](request, { idempotencyKey: error.idempotencyKey });
        expect(keys()).toEqual([error.idempotencyKey, error.idempotencyKey]);
      }
    },
  );

  it('throws an error without a key for a call that sent none (API-36)', async () => {
    steps = [{ breaks: true }];
    const hasty = new Precis({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: 'prc_mine',
      maxRetries: 0,
    });
    await expect(hasty.usage()).rejects.toMatchObject({ name: 'PrecisError', status: 0, idempotencyKey: undefined });
    steps = [refusal(404, 'not_found')];
    await expect(hasty.job('gone')).rejects.toMatchObject({ status: 404, idempotencyKey: undefined });
  });

  it.each([400, 401, 404, 422, 500])('does not repeat %s', async (status) => {
    steps = [refusal(status, 'invalid_request')];
    await expect(summarise()).rejects.toMatchObject({ status });
    expect(asked).toHaveLength(1);
  });

  it('repeats a read that breaks during the answer, and throws when all attempts do', async () => {
    steps = [{ cuts: true }, { body: { success: true, data: { used: 1 } } }];
    expect(await client.usage()).toMatchObject({ used: 1 });
    asked = [];
    steps = [{ cuts: true }];
    await expect(client.usage()).rejects.toThrow();
    expect(asked).toHaveLength(3);
  });

  it('hands over a stream of events while it is open', async () => {
    steps = [{ headers: { 'content-type': 'text/event-stream' }, body: 'event: progress\ndata: {}\n\n', stays: true }];
    const url = 'https://youtu.be/precisDemo1';
    const { data } = await client.http.POST('/api/youtube/summarize', { body: { url }, parseAs: 'stream' });
    const reader = data!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('event: progress');
    await reader.cancel();
  });

  it('stops when its signal aborts, also while it waits', async () => {
    steps = [{ ...refusal(503, 'overloaded'), headers: { 'retry-after': '20' } }];
    const control = new AbortController();
    onAsked = () => setImmediate(() => control.abort(new Error('enough')));
    await expect(summarise({ signal: control.signal })).rejects.toThrow('enough');
    expect(asked).toHaveLength(1);
  });

  it('uses the Idempotency-Key of the caller, and requests a job with the Prefer header', async () => {
    steps = [{ status: 202, body: { success: true, data: { job_id: 'job-1', status: 'queued' } } }];
    const started = await client.startJob({ url: 'https://youtu.be/precisDemo1' }, { idempotencyKey: 'mine' });
    expect('job_id' in started && started.job_id).toBe('job-1');
    expect(asked[0].headers).toMatchObject({ 'idempotency-key': 'mine', prefer: 'respond-async' });
  });

  it('returns the summary where the API starts no job, such as for the repeat of a key whose job is forgotten (SUM-13)', async () => {
    steps = [DONE];
    const started = await client.startJob({ url: 'https://youtu.be/precisDemo1' }, { idempotencyKey: 'old' });
    // Only the type makes callers think of this answer: with `StartedJob` alone, the second branch does not compile.
    expect('job_id' in started ? started.job_id : started.summary).toBe('A lock lifts boats.');
  });
});
