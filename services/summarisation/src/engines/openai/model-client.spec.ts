import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { answerWith, ModelEndpoint, refuseWith } from '../../testing/model-endpoint.js';
import { ModelClient } from './model-client.js';

let endpoint: ModelEndpoint;
beforeAll(async () => void (endpoint = await ModelEndpoint.start()));
afterAll(() => endpoint.close());
beforeEach(() => endpoint.reset());

const request = {
  system: 'Summarise.',
  user: '[00:00] A mill.',
  form: 'json_schema' as const,
  schema: {},
  maxTokens: 100,
};
const ask = (signal = AbortSignal.timeout(30_000), baseUrl = endpoint.url) =>
  new ModelClient({ baseUrl, apiKey: 'sim-secret-key', model: 'm' }).complete(request, signal);

describe('a call of the model', () => {
  it('returns the text, and the tokens that the server counted', async () => {
    await expect(ask()).resolves.toMatchObject({
      text: expect.stringContaining('A mill'),
      use: { input: 1_000, output: 100 },
    });
    expect(endpoint.calls[0]).toMatchObject({ authorization: 'Bearer sim-secret-key', maxTokens: 100 });
  });

  it.each([
    [429, 'rate_limited'],
    [500, 'server_error'],
    [401, 'rejected'],
    [400, 'unsupported'],
  ])('fails at status %d with the code %s, once, and repeats nothing that the server wrote', async (status, code) => {
    endpoint.behaviour = (_, response) => refuseWith(response, status);
    const error: unknown = await ask().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'ModelFailed', code });
    expect(inspect(error, { depth: 10 })).not.toContain('sim-secret-key');
    expect(endpoint.calls).toHaveLength(1);
  });

  it('sends the key to no other address: it follows no redirect', async () => {
    const asked: string[] = [];
    const other = createServer((call, response) => {
      asked.push(call.headers.authorization ?? 'none');
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1/chat/completions`;
    endpoint.behaviour = (_, response) => void response.writeHead(307, { location }).end();
    await expect(ask()).rejects.toMatchObject({ code: 'connection' });
    expect(asked).toEqual([]);
    other.close();
  });

  it('ends on its abort signal, even in the middle of an answer', async () => {
    const headers = Promise.withResolvers<void>();
    endpoint.behaviour = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
      headers.resolve();
    };
    const stop = new AbortController();
    const asked = ask(stop.signal);
    await headers.promise;
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('reports whether there was a connection: an unreachable server has computed nothing', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const baseUrl = `http://127.0.0.1:${(gone.address() as AddressInfo).port}/v1`;
    await new Promise((resolve) => gone.close(resolve));
    await expect(ask(undefined, baseUrl)).rejects.toMatchObject({ code: 'connection', detail: { isUnsent: true } });
    endpoint.behaviour = (_, response) => void response.socket?.resetAndDestroy();
    await expect(ask()).rejects.toMatchObject({ code: 'connection', detail: { isUnsent: false } });
  });

  it('reports the cost of a refused answer', async () => {
    endpoint.behaviour = (_, response) => answerWith(response, null, { message: { refusal: 'No.' } });
    await expect(ask()).rejects.toMatchObject({ code: 'refused', detail: { use: { input: 1_000, output: 100 } } });
  });

  it('fails when nobody listens', async () => {
    await expect(ask(undefined, 'http://127.0.0.1:1/v1')).rejects.toMatchObject({ code: 'connection' });
  });
});
