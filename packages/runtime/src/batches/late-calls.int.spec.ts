import { Server, ServerCredentials, type ServerDuplexStream } from '@grpc/grpc-js';
import { BatchServiceService, type ServeRequest, type ServeResponse } from '@precis/proto/batch/v1/batch';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from '../pause.js';
import { BatchClient } from './batch-client.js';
import { LIMITS } from './batch-stream.js';

const folder = mkdtempSync(join(tmpdir(), 'late-'));
const server = new Server();
let client: BatchClient<string, string>;
/** The batches that the service has read, and their stream; it answers nothing by itself. */
const batches: ServeRequest[] = [];
let stream: ServerDuplexStream<ServeRequest, ServeResponse>;

beforeAll(async () => {
  server.addService(BatchServiceService, {
    serve: (call: typeof stream) => void (stream = call).on('data', (batch: ServeRequest) => batches.push(batch)),
  });
  const address = `unix:${join(folder, 'service')}`;
  const credentials = ServerCredentials.createInsecure();
  await new Promise<void>((resolve) => server.bindAsync(address, credentials, () => resolve()));
  const method = {
    path: '/test.v1.TestService/Echo',
    encode: (text: string) => Buffer.from(text),
    decode: (bytes: Uint8Array) => Buffer.from(bytes).toString(),
    unary: () => Promise.reject(new Error('the service serves streams')),
  };
  const limits = { deadlineMs: 3_000, silenceMs: 60_000 };
  client = new BatchClient({ address, caller: 'gateway', secret: 'the secret' }, method, limits);
});

afterAll(() => {
  client.close();
  server.forceShutdown();
  rmSync(folder, { recursive: true });
});

/** Limited only by the test's own timeout. */
async function batchOf(number: number): Promise<ServeRequest> {
  while (batches.length < number) await pause(2);
  return batches[number - 1];
}

const textsOf = ({ items }: ServeRequest) => items.map(({ request }) => String(Buffer.from(request)));

/** Answers an item of a batch with its own request. */
const answer = ({ number, items }: ServeRequest, place: number) =>
  stream.write({
    answers: [{ id: items[place].id, response: items[place].request, refusal: undefined }],
    passed: number,
  });

describe('a call that gets no answer in time', () => {
  it('ends alone: a younger call of its batch waits for its own deadline', async () => {
    // Two batches are in progress, the second because the first takes long, so that an old and a young call wait for the third one together.
    const begun = [client.ask('first')];
    const first = await batchOf(1);
    begun.push(client.ask('second'));
    const second = await batchOf(2);
    const old = client.ask('old');
    const isLate = expect(old).rejects.toMatchObject({ kind: 'unavailable' });
    await pause(2_000);
    const young = client.ask('young');
    answer(first, 0);
    answer(second, 0);
    expect(await Promise.all(begun)).toEqual(['first', 'second']);
    const third = await batchOf(3);
    expect(textsOf(third)).toEqual(['old', 'young']);
    await isLate;
    answer(third, 1);
    expect(await young).toBe('young');
  }, 30_000);
});

describe('a batch that takes long', () => {
  it('holds back the next one only briefly: a second one is sent beside it, and a third one waits', async () => {
    const known = batches.length;
    const slow = client.ask('slow');
    const first = await batchOf(known + 1);
    const others = [client.ask('two')];
    const second = await batchOf(known + 2);
    others.push(client.ask('three'), client.ask('four'));
    await pause(3 * LIMITS.holdsBackMs);
    expect(batches).toHaveLength(known + 2);
    answer(second, 0);
    const third = await batchOf(known + 3);
    expect(textsOf(third)).toEqual(['three', 'four']);
    [0, 1].forEach((place) => answer(third, place));
    expect(await Promise.all(others)).toEqual(['two', 'three', 'four']);
    answer(first, 0);
    expect(await slow).toBe('slow');
  });
});
