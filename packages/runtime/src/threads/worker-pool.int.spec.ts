import { getEventListeners } from 'node:events';
import { PassThrough } from 'node:stream';
import { busy } from '../bulkhead.js';
import { DomainError } from '../domain-error.js';
import { createLogger } from '../logger.js';
import { CutOff } from './thread-tasks.js';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.js';

/** Threads run the build, also when the tests run from source. */
const BUILT = import.meta.url.replace('/src/threads/', '/dist/threads/').replace(/[^/]*$/, '');
const TASKS = `
  import { serveTasks } from '${BUILT}thread-tasks.js';
  import { DomainError } from '${BUILT}../domain-error.js';
  import { threadId } from 'node:worker_threads';
  serveTasks({
    add: ([a, b]) => a + b,
    who: () => threadId,
    secrets: () => Object.keys(process.env),
    bytes: () => ({ json: new Uint8Array(1_000_000) }),
    throws: () => { throw new TypeError('a bug'); },
    refuses: () => { throw new DomainError('not_found', 'transcript_empty', 'Nothing is said.'); },
    spins: () => { for (;;); },
    grows: () => { const all = []; for (;;) all.push(new Array(10_000).fill(all.length)); },
    crashes: () => { setImmediate(() => { throw new Error('crashed on purpose'); }); return new Promise(() => undefined); },
  });`;
const program = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`);

/** Defined here, because this package must not know the test packages. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const pools: WorkerPool[] = [];
let logged = '';
const ear = new PassThrough();
ear.on('data', (chunk: Buffer) => void (logged += chunk.toString()));

function open(more: Partial<WorkerPoolOptions> = {}): WorkerPool {
  const pool = new WorkerPool({
    file: program(TASKS),
    threads: 1,
    memoryMb: 64,
    maxWaiting: 100,
    refusal: busy(2),
    logger: createLogger('test', 'error', ear),
    ...more,
  });
  pools.push(pool);
  return pool;
}
const stays = () => new AbortController().signal;
const ask = <T>(
  pool: WorkerPool,
  task: string,
  input: unknown = null,
  more: { signal?: AbortSignal; deadlineMs?: number } = {},
) => pool.run<T>({ task, input, signal: stays(), deadlineMs: 30_000, ...more });

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('work in threads', () => {
  it('is done in an existing thread and answered', async () => {
    const pool = open({ threads: 4 });
    expect(pool.size).toBe(0);
    await expect(ask(pool, 'add', [2, 3])).resolves.toBe(5);
    const threads = [await ask(pool, 'who'), await ask(pool, 'who'), await ask(pool, 'who')];
    expect(new Set(threads).size).toBe(1);
    await expect(ask<{ json: Uint8Array }>(pool, 'bytes')).resolves.toMatchObject({ json: { byteLength: 1_000_000 } });
  });

  it('never runs in more threads than allowed, for any number of tasks', async () => {
    const pool = open({ threads: 2 });
    const threads = await Promise.all(Array.from({ length: 40 }, () => ask(pool, 'who')));
    expect(new Set(threads).size).toBeLessThanOrEqual(2);
    expect(pool.size).toBeLessThanOrEqual(2);
  });

  it('sees no setting of the service', async () => {
    const pool = open();
    await expect(ask(pool, 'secrets')).resolves.toEqual([]);
  });

  it('fails like in the main thread: a refusal stays one, a bug keeps its name', async () => {
    const pool = open();
    const refusal = await ask(pool, 'refuses').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({ kind: 'not_found', code: 'transcript_empty', publicMessage: 'Nothing is said.' });
    await expect(ask(pool, 'throws')).rejects.toMatchObject({ name: 'TypeError', message: 'a bug' });
    await expect(ask(pool, 'add', [1, 1])).resolves.toBe(2);
  });

  it('is stopped at its deadline in an endless loop, and the next one gets a new thread', async () => {
    const pool = open();
    const before = await ask(pool, 'who');
    const cutOff = await ask(pool, 'spins', null, { deadlineMs: 100 }).catch((error: unknown) => error);
    expect(cutOff).toBeInstanceOf(CutOff);
    expect(cutOff).toMatchObject({ limit: 'time' });
    expect((cutOff as CutOff).ranMs).toBeGreaterThan(90);
    await expect(ask(pool, 'who')).resolves.not.toBe(before);
  });

  it('is stopped when its caller gives up, also before it began', async () => {
    const pool = open();
    const caller = new AbortController();
    const asked = Promise.allSettled([1, 2].map(() => ask(pool, 'spins', null, { signal: caller.signal })));
    await until(() => pool.size === 1);
    caller.abort(new Error('gone'));
    const ended = await asked;
    expect(ended.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(ask(pool, 'add', [1, 1])).resolves.toBe(2);
  });

  it('leaves nothing on a signal that outlives it', async () => {
    const pool = open({ threads: 2 });
    const { signal } = new AbortController();
    await Promise.all([1, 2, 3].map((n) => ask(pool, 'add', [n, n], { signal })));
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('that exceeds its memory is stopped alone', async () => {
    const pool = open();
    await expect(ask(pool, 'grows')).rejects.toMatchObject({ name: 'CutOff', limit: 'memory' });
    await expect(ask(pool, 'add', [1, 1])).resolves.toBe(2);
  });

  it('that crashes its thread fails with the cause, and the thread is replaced', async () => {
    const pool = open();
    await expect(ask(pool, 'crashes')).rejects.toThrow('crashed on purpose');
    await expect(ask(pool, 'add', [1, 1])).resolves.toBe(2);
    expect(logged).toContain('crashed on purpose');
  });

  it('waits for a thread that cannot start no longer than its caller, and starts are retried with pauses', async () => {
    const pool = open({ file: program('throw new Error("cannot load");') });
    logged = '';
    const caller = new AbortController();
    const asked = ask(pool, 'add', [1, 1], { signal: caller.signal });
    await until(() => logged.split('cannot load').length > 2 && logged.includes('"count":2'));
    caller.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
  });

  it('is refused as busy when the queue is full', async () => {
    const pool = open({ maxWaiting: 1 });
    const asked = [ask(pool, 'who'), ask(pool, 'who'), ask(pool, 'who')];
    const ended = await Promise.allSettled(asked);
    expect(
      ended.filter(({ status }) => status === 'rejected').map((one) => (one as PromiseRejectedResult).reason),
    ).toEqual([expect.objectContaining({ code: 'busy' }), expect.objectContaining({ code: 'busy' })]);
  });

  it('ends with the pool, running or waiting', async () => {
    const pool = open();
    const asked = Promise.allSettled([ask(pool, 'spins'), ask(pool, 'spins')]);
    await until(() => pool.size === 1);
    await pool.close();
    const ended = await asked;
    expect(ended.every(({ status }) => status === 'rejected')).toBe(true);
    expect(pool.size).toBe(0);
    await expect(ask(pool, 'add', [1, 1])).rejects.toMatchObject({ code: 'busy' });
  });
});
