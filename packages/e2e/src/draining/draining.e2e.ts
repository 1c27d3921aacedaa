import { readClusterMarker } from '@precis/backends/cluster-marker';
import { isAlive } from '@precis/backends/process-table';
import { eventually } from '@precis/testing/eventually';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { openSocket } from '../deployment/open-socket.js';
import { StandaloneProcess } from '../deployment/standalone-process.js';
import { openCall } from './open-call.js';

const CALLS = process.env.FULL ? 50 : 5;
const PATH = '/api/youtube/summarize';
const HALF_HEAD = 'GET /api/info HTTP/1.1\r\nHost: precis.test\r\n';

let server: StandaloneProcess;
beforeAll(async () => {
  server = await StandaloneProcess.inFreshFolder();
}, 90_000);
afterAll(() => server.discard(), 60_000);

/** The process id in the pid file of the data folder's Postgres, which may be outside the data folder. */
async function postgresOver(dataDir: string): Promise<number[]> {
  const marker = await readClusterMarker(join(dataDir, 'postgres'));
  const pidFile = await readFile(resolve(dataDir, 'postgres', marker!.path, 'postmaster.pid'), 'utf8').catch(
    () => undefined,
  );
  return pidFile === undefined ? [] : [Number(pidFile.split('\n')[0])];
}

/** `refused`, or the answer of a connection that was accepted. */
function askAnew(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${HALF_HEAD}Connection: close\r\n\r\n`));
    read(socket).then(resolve, () => resolve('refused'));
  });
}

/** A connection on which one request was answered and half of the next has arrived: both arrive together. */
async function halfAsked(): Promise<Socket> {
  const socket = openSocket(server.url);
  socket.write(`GET /healthz HTTP/1.1\r\nHost: precis.test\r\n\r\n${HALF_HEAD}`);
  let text = '';
  while (!text.endsWith('{"status":"ok"}')) {
    await once(socket, 'readable');
    text += String(socket.read() ?? '');
  }
  return socket;
}

async function read(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

function expectRefusal(answer: string): void {
  const [head, body] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 503 /);
  expect(head.toLowerCase()).toMatch(/\r\nretry-after: \d+/);
  const requestId = /\r\nx-request-id: (\S+)/i.exec(head)?.[1];
  expect(JSON.parse(body)).toEqual({
    success: false,
    error: expect.stringMatching(/\S/),
    status_code: 503,
    code: 'shutting_down',
    request_id: requestId,
    docs_url: expect.stringMatching(/#shutting_down$/),
  });
}

/** Every process drains on SIGTERM (OPS-7). */
describe('SIGTERM during open calls', () => {
  it('answers every open call with 200 and new ones with 503 or not at all, exits 0, and leaves no Postgres running', async () => {
    const { api_key: key } = await server.demo();
    const postgres = await postgresOver(server.dataDir);
    expect(postgres).toHaveLength(1);
    const body = (index: number) =>
      JSON.stringify({ url: 'https://www.youtube.com/watch?v=precisDemo1', custom_prompt: `draining ${index}` });
    const calls = await Promise.all(
      Array.from({ length: CALLS }, (_, index) => openCall(server.url + PATH, { 'x-api-key': key }, body(index))),
    );
    // A connection without a request may be cut.
    await once(
      openSocket(server.url).on('error', () => undefined),
      'connect',
    );
    const half = await halfAsked();

    const exit = server.stop();
    await eventually('the drain began', async () => {
      const answer = await askAnew(server.port);
      if (answer.startsWith('HTTP/1.1 503')) expectRefusal(answer);
      return answer === 'refused';
    });
    half.write('\r\n');
    expectRefusal(await read(half));

    const answers = await Promise.all(calls.map((call) => call.finish()));
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
    expect(answers.map((answer) => JSON.parse(answer.body).success)).toEqual(calls.map(() => true));
    expect(await exit).toBe(0);
    expect(await Promise.all(postgres.map(isAlive))).toEqual([false]);
    expect(await postgresOver(server.dataDir)).toEqual([]);
  }, 60_000);
});
