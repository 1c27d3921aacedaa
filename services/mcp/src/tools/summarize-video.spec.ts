import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PrecisApi } from '../api/precis-api.client.js';
import { summarizeVideo } from './summarize-video.js';

/** One call of the API: a stream, the start of a job, or the read of a job. */
interface Asked {
  way: 'stream' | 'job' | 'DELETE';
  key: string | undefined;
}
type Answer = (response: ServerResponse) => void;

let api: Server;
let asked: Asked[];
/** How the API answers each call, in order. */
let answers: Answer[];
let left: AbortController;

beforeAll(async () => {
  api = createServer((request, response) => {
    const { method, headers } = request;
    const way = method === 'DELETE' ? 'DELETE' : isJob(request) ? 'job' : 'stream';
    asked.push({ way, key: headers['idempotency-key'] as string | undefined });
    request.resume().on('end', () => answers.shift()!(response));
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
});
beforeEach(() => {
  [asked, answers, left] = [[], [], new AbortController()];
});
afterAll(() => {
  api.closeAllConnections();
  api.close();
});

const isJob = ({ headers }: IncomingMessage) => headers.prefer === 'respond-async';
const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const reading = event('progress', { stage: 'reading' });
const SUMMARY = {
  title: 'A walk',
  video_id: 'precisDemo1',
  summary: 'They walk.',
  summary_type: 'auto',
  language: 'en',
  duration_seconds: null,
  focus_applied: false,
  focus_reason: null,
  chapters: [],
  warnings: [],
};
const done = event('done', SUMMARY);
const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const json =
  (status: number, body: object): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const whole: Answer = (response) => stream(response).end(done);
const works: Answer = (response) => stream(response).write(reading);
const breaks: Answer = (response) => stream(response).write(reading, () => response.destroy());
const isLost: Answer = (response) => response.destroy();
const inUse = json(409, { error: 'In use.', code: 'idempotency_key_in_use' });
const accepted = json(202, { data: { job_id: 'job-1' } });

function summarize(...script: Answer[]) {
  answers = script;
  const place = { apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`, version: '1' };
  return summarizeVideo(
    { url: 'https://youtu.be/precisDemo1' },
    {
      api: new PrecisApi(place, { apiKey: 'prc_ann', client: undefined }),
      signal: left.signal,
      progress: () => undefined,
      place: { kind: 'stdio', publicUrl: 'http://localhost', readsCaptions: false },
      waitMs: 1_500,
    },
  );
}
/** Each call with the number of its key; equal numbers are equal keys. */
const keysOf = () => {
  const keys = [...new Set(asked.map(({ key }) => key))];
  return asked.map(({ way, key }) => (key === undefined ? way : `${way} ${keys.indexOf(key)}`));
};

describe('a summary whose answer is lost', () => {
  it.each([
    ['breaks off', breaks],
    ['never comes', isLost],
  ])('is requested once more with its key, when it %s: a charged call costs no second unit', async (_, first) => {
    await expect(summarize(first, whole)).resolves.toMatchObject({ status: 'completed' });
    expect(keysOf()).toEqual(['stream 0', 'stream 0']);
  });

  it('is requested again until the service knows that the first call was left', async () => {
    await expect(summarize(breaks, inUse, whole)).resolves.toMatchObject({ status: 'completed' });
    expect(keysOf()).toEqual(['stream 0', 'stream 0', 'stream 0']);
  });

  it('fails after the second lost answer', async () => {
    await expect(summarize(breaks, breaks)).rejects.toMatchObject({ status: 0 });
    expect(asked).toHaveLength(2);
  });
});

describe('a summary that comes too late', () => {
  it('and was charged at that moment is read by its key, without a job', async () => {
    await expect(summarize(works, whole)).resolves.toMatchObject({ status: 'completed' });
    expect(keysOf()).toEqual(['stream 0', 'stream 0']);
  });

  it('and is still in progress becomes a job, which is requested once more when its answer is lost', async () => {
    await expect(summarize(works, works, isLost, inUse, accepted)).resolves.toMatchObject({ handle: 'job-1' });
    expect(keysOf()).toEqual(['stream 0', 'stream 0', 'job 1', 'job 1', 'job 1']);
  });

  it('leaves no job when the client left while its answer was lost (MCP-10)', async () => {
    const leaves: Answer = (response) => {
      left.abort(new Error('cancelled'));
      response.destroy();
    };
    await expect(summarize(works, works, leaves, accepted, isLost, json(200, {}))).rejects.toThrow('cancelled');
    expect(keysOf()).toEqual(['stream 0', 'stream 0', 'job 1', 'job 1', 'DELETE', 'DELETE']);
  });
});
