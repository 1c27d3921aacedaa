import { Server, ServerCredentials, type ServerDuplexStream } from '@grpc/grpc-js';
import { BatchServiceService, type ServeRequest, type ServeResponse } from '@precis/proto/batch/v1/batch';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { Observable } from 'rxjs';
import { DomainError } from '../domain-error.js';
import { createLogger } from '../logger.js';
import { pause } from '../pause.js';
import { BatchClient } from './batch-client.js';
import { ServedBatches, type ServedMethod } from './served-batches.js';

const PATH = '/test.v1.TestService/Double';
const bytes = (value: number) => Buffer.from(String(value));
const numberOf = (value: Uint8Array) => Number(Buffer.from(value).toString());

let folder: string;
let batches: number[][];
let credentials: string[];
let unary: number[][];
let servers: { stop(): void; served: ServedBatches<number> }[];
let client: BatchClient<number, number> | undefined;
/** How the service handles a batch; by default it doubles each number immediately. */
let work:
  | ((requests: number[], answer: AnswerNumbers, refuse: (places: number[], error: unknown) => void) => Promise<void>)
  | undefined;

const at = (name: string) => `unix:${join(folder, name)}`;

/** Polls until `isSo` holds; limited only by the test's own timeout. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(2);
}

type AnswerNumbers = (places: number[], doubled: number[]) => void;

const double = (places: number[], requests: number[], answer: AnswerNumbers) =>
  answer(
    places,
    Array.from(places, (place) => 2 * requests[place]),
  );
const doubleAll = (requests: number[], answer: AnswerNumbers) => double([...requests.keys()], requests, answer);

/** Starts a copy of the service on its own socket. */
async function serve(name: string): Promise<{ stop(): void; served: ServedBatches<number> }> {
  const method = {
    path: PATH,
    decode: numberOf,
    work: async (...[requests, answer, refuse]: Parameters<ServedMethod<number>['work']>) => {
      batches.push(requests);
      const answerNumbers = (places: number[], doubled: number[]) => answer(places, doubled.map(bytes));
      if (work) return work(requests, answerNumbers, refuse);
      doubleAll(requests, answerNumbers);
    },
  };
  const served = new ServedBatches(method, new Registry(), createLogger('test', 'silent'));
  const server = new Server();
  server.addService(BatchServiceService, {
    serve: (call: ServerDuplexStream<ServeRequest, ServeResponse>) => {
      credentials.push(
        `${String(call.metadata.get('x-caller')[0])}:${String(call.metadata.get('x-caller-secret')[0])}`,
      );
      const requests = new Observable<ServeRequest>((to) => {
        call.on('data', (request: ServeRequest) => to.next(request));
        call.on('end', () => to.complete());
        call.on('cancelled', () => to.complete());
      });
      served.serve(requests).subscribe({
        next: (response) => void call.write(response),
        complete: () => call.end(),
        error: (error: object) => void call.emit('error', error),
      });
    },
  });
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(at(name), ServerCredentials.createInsecure(), (error) => (error ? reject(error) : resolve())),
  );
  const copy = { stop: () => server.forceShutdown(), served };
  servers.push(copy);
  return copy;
}

function connect(
  limits?: ConstructorParameters<typeof BatchClient>[2],
  address = at('a'),
): BatchClient<number, number> {
  const method = {
    path: PATH,
    encode: bytes,
    decode: numberOf,
    unary: async (requests: number[]) => {
      unary.push(requests);
      return requests.map((one) => ({ status: 'fulfilled' as const, value: 2 * one }));
    },
  };
  return (client = new BatchClient({ address, caller: 'gateway', secret: 'the secret' }, method, limits));
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'batches-'));
  [batches, credentials, unary, servers, work] = [[], [], [], [], undefined];
});

afterEach(() => {
  client?.close();
  servers.forEach((server) => server.stop());
  rmSync(folder, { recursive: true });
});

describe('batched calls', () => {
  it('form batches by themselves: while one is in progress, the next collects; a single call is sent alone', async () => {
    await serve('a');
    const go = Promise.withResolvers<void>();
    work = async (requests, answer) => {
      await go.promise;
      doubleAll(requests, answer);
    };
    const asking = connect({ holdsBackMs: 60_000 });
    const answers = [asking.ask(1)];
    await until(() => batches.length === 1);
    for (let one = 2; one <= 65; one++) {
      answers.push(asking.ask(one));
      await new Promise(setImmediate);
    }
    expect(batches).toHaveLength(1);
    go.resolve();
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 65 }, (_, index) => 2 * (index + 1)));
    expect(batches.map(({ length }) => length)).toEqual([1, 64]);
    expect(credentials).toEqual(['gateway:the secret']);
  });

  it('that wait for others delay no other call: their batch no longer counts', async () => {
    await serve('a');
    const go = Promise.withResolvers<void>();
    work = async (requests, answer) => {
      const others = [...requests.keys()].filter((place) => requests[place] !== 13);
      double(others, requests, answer);
      if (others.length === requests.length) return;
      await go.promise;
      const stuck = [...requests.keys()].filter((place) => requests[place] === 13);
      answer(
        stuck,
        stuck.map(() => 26),
      );
    };
    const asking = connect();
    const stuck = Array.from({ length: 5 }, () => asking.ask(13).then(() => 'late'));
    for (let one = 0; one < 5; one++) expect(await asking.ask(one)).toBe(2 * one);
    expect(await Promise.race([...stuck, pause(1).then(() => 'open')])).toBe('open');
    go.resolve();
    await Promise.all(stuck);
  });

  it('are refused individually, each with its own reason, while the rest of the batch is answered', async () => {
    await serve('a');
    work = async (requests, answer, refuse) => {
      for (const [place, request] of requests.entries())
        if (request < 10) answer([place], [2 * request]);
        else refuse([place], new DomainError('invalid', 'language_unknown', `Not ${request}.`));
    };
    const asking = connect();
    const ends = await Promise.allSettled([asking.ask(1), asking.ask(11), asking.ask(2), asking.ask(12)]);
    expect(ends).toMatchObject([
      { value: 2 },
      { reason: { code: 'language_unknown', publicMessage: 'Not 11.' } },
      { value: 4 },
      { reason: { code: 'language_unknown', publicMessage: 'Not 12.' } },
    ]);
    expect(batches).toEqual([[1, 11, 2, 12]]);
  });

  it('are all answered when their answers together exceed the size of a message', async () => {
    await serve('a');
    const long = '1'.repeat(200_000);
    work = async (requests, answer) =>
      answer(
        [...requests.keys()],
        requests.map(() => long as never),
      );
    const asking = connect({ deadlineMs: 60_000 });
    const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => asking.ask(index)));
    expect(answers).toEqual(answers.map(() => Number(long)));
    expect(batches).toHaveLength(1);
  });

  it('fail individually, with the code and the time of the service, and the rest of the batch continues', async () => {
    await serve('a');
    work = async (requests, answer) => {
      const others = [...requests.keys()].filter((place) => requests[place] !== 13);
      double(others, requests, answer);
      if (others.length < requests.length)
        throw new DomainError('unavailable', 'busy', 'Too much.', { retryAfterSeconds: 7 });
    };
    const asking = connect();
    const [one, bad, two] = await Promise.allSettled([asking.ask(1), asking.ask(13), asking.ask(2)]);
    expect([one, two]).toMatchObject([{ value: 2 }, { value: 4 }]);
    expect(bad).toMatchObject({ reason: { kind: 'unavailable', code: 'busy', retryAfterSeconds: 7 } });
  });

  it('that a killed service left open are repeated at the next one', async () => {
    const first = await serve('a');
    work = () => new Promise(() => undefined);
    const asking = connect();
    const answers = [asking.ask(1), asking.ask(2)];
    await until(() => batches.length === 1);
    work = undefined;
    first.stop();
    await serve('a');
    expect(await Promise.all(answers)).toEqual([2, 4]);
    expect(batches.flat()).toEqual([1, 2, 1, 2]);
  });

  it('are refused as unavailable when the repeat finds no service either', async () => {
    const first = await serve('a');
    work = () => new Promise(() => undefined);
    const answer = connect().ask(1);
    answer.catch(() => undefined);
    await until(() => batches.length === 1);
    first.stop();
    await expect(answer).rejects.toMatchObject({ kind: 'unavailable', code: 'service_unavailable' });
  });

  it('are repeated over another stream when nothing comes over theirs for too long', async () => {
    await serve('a');
    let silent = true;
    const stuck = new Promise<void>(() => undefined);
    work = async (requests, answer) => (silent ? stuck : doubleAll(requests, answer));
    const asking = connect({ silenceMs: 300 });
    const answer = asking.ask(1);
    await until(() => batches.length === 1);
    silent = false;
    expect(await answer).toBe(2);
    expect(credentials).toHaveLength(2);
  });

  it('of a slow service wait for their own deadline, as long as it answers others', async () => {
    await serve('a');
    const go = Promise.withResolvers<void>();
    work = async (requests, answer) => {
      if (requests.includes(13)) await go.promise;
      doubleAll(requests, answer);
    };
    const asking = connect({ silenceMs: 500 });
    const slow = asking.ask(13);
    // More than two periods of silence, in which the service answers others.
    for (let other = 0; other < 60; other++) expect(await pause(20).then(() => asking.ask(1))).toBe(2);
    go.resolve();
    expect(await slow).toBe(26);
  });

  it('leave no room for new work when too many are unanswered: 503 with Retry-After; begun work continues', async () => {
    await serve('a');
    work = () => new Promise(() => undefined);
    const asking = connect({ mostOpen: 3 });
    const refusal = { kind: 'unavailable', code: 'busy', retryAfterSeconds: 1 };
    for (let one = 0; one < 6; one++) {
      if (one < 3) asking.requireRoom();
      else expect(() => asking.requireRoom()).toThrow(expect.objectContaining(refusal));
      asking.ask(one).catch(() => undefined);
    }
    await expect(asking.ask(7)).rejects.toMatchObject(refusal);
  });

  it('end with the stream of a closing service, after it has answered all that it read', async () => {
    const { served } = await serve('a');
    const go = Promise.withResolvers<void>();
    work = async (requests, answer) => {
      await go.promise;
      doubleAll(requests, answer);
    };
    const asking = connect();
    const answer = asking.ask(1);
    await until(() => batches.length === 1);
    served.close();
    go.resolve();
    expect(await answer).toBe(2);
    expect(batches).toHaveLength(1);
  });

  it('move to a new stream when theirs is old, and lose nothing', async () => {
    await serve('a');
    const asking = connect({ streamAgeMs: 0 });
    for (let one = 0; one < 5; one++) expect(await asking.ask(one)).toBe(2 * one);
    expect(credentials).toHaveLength(5);
  });

  it('are unary when a copy of the previous release serves no stream', async () => {
    const server = new Server();
    await new Promise<void>((resolve) =>
      server.bindAsync(at('a'), ServerCredentials.createInsecure(), () => resolve()),
    );
    servers.push({ stop: () => server.forceShutdown(), served: undefined as never });
    expect(await Promise.all([connect().ask(1), client!.ask(2)])).toEqual([2, 4]);
    expect(unary).toEqual([[1, 2]]);
  });
});
