import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { Bulkhead, busy } from './bulkhead.js';

const stays = () => new AbortController().signal;
const bulkhead = (atOnce: number, atOnceOfOne?: number, waiting = 100) =>
  new Bulkhead({ atOnce, atOnceOfOne, waiting, refusal: busy(2) });

/** Lets all pending work proceed. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
};

/** Work that the test ends; `began` has the names in the order in which they got a place. */
class Bench {
  readonly began: string[] = [];
  private readonly gates = new Map<string, () => void>();

  constructor(readonly places: Bulkhead) {}

  send(account: string | undefined, name: string, signal = stays()): Promise<string> {
    const sent = this.places.run(
      async () => {
        this.began.push(name);
        await new Promise<void>((resolve) => this.gates.set(name, resolve));
        return name;
      },
      account,
      signal,
    );
    sent.catch(() => undefined);
    return sent;
  }

  async end(name: string): Promise<void> {
    this.gates.get(name)?.();
    await settle();
  }
}

describe('a bulkhead', () => {
  it('gives free slots to accounts in turn, for any number of works of one account', async () => {
    const bench = new Bench(bulkhead(1, 1));
    for (let nr = 0; nr < 20; nr += 1) void bench.send('greedy', `greedy ${nr}`);
    void bench.send('victim', 'victim 0');
    void bench.send('victim', 'victim 1');
    await settle();
    for (const name of ['greedy 0', 'greedy 1', 'victim 0', 'greedy 2', 'victim 1']) await bench.end(name);
    expect(bench.began).toEqual(['greedy 0', 'greedy 1', 'victim 0', 'greedy 2', 'victim 1', 'greedy 3']);
  });

  it('keeps slots free for others while one account uses its limit', async () => {
    const bench = new Bench(bulkhead(4, 2));
    for (let nr = 0; nr < 10; nr += 1) void bench.send('greedy', `greedy ${nr}`);
    await settle();
    expect(bench.began).toEqual(['greedy 0', 'greedy 1']);
    void bench.send('victim', 'victim');
    await settle();
    expect(bench.began).toContain('victim');
  });

  it('removes from the longest line of a full queue, never from a shorter one', async () => {
    const bench = new Bench(bulkhead(1, 1, 3));
    const greedy = [0, 1, 2, 3].map((nr) => bench.send('greedy', `greedy ${nr}`));
    await expect(bench.send('greedy', 'one too many')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'busy',
      retryAfterSeconds: 2,
    });
    const victim = bench.send('victim', 'victim');
    await expect(greedy[3]).rejects.toMatchObject({ code: 'busy' });
    expect(bench.places.depth).toBe(3);
    await settle();
    await bench.end('greedy 0');
    await bench.end('greedy 1');
    await bench.end('victim');
    await expect(victim).resolves.toBe('victim');
  });

  it('limits the waiting works of one caller; others wait as before', async () => {
    const refusalOfOne = () => new Error('you have enough waiting');
    const bench = new Bench(new Bulkhead({ atOnce: 1, waiting: 10, waitingOfOne: 1, refusal: busy(2), refusalOfOne }));
    const greedy = [0, 1].map((nr) => bench.send('greedy', `greedy ${nr}`));
    await expect(bench.send('greedy', 'one too many')).rejects.toThrow('you have enough waiting');
    const [victim, nobody] = [bench.send('victim', 'victim'), bench.send(undefined, 'of nobody')];
    for (const name of ['greedy 0', 'greedy 1', 'victim', 'of nobody']) await bench.end(name);
    await expect(Promise.all([...greedy, victim, nobody])).resolves.toHaveLength(4);
  });

  it('drops a work that stops waiting', async () => {
    const bench = new Bench(bulkhead(1, 1, 2));
    void bench.send('a', 'first');
    const leaving = new AbortController();
    const left = bench.send('a', 'left', leaving.signal);
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'busy' });
    expect(bench.places.depth).toBe(0);
    void bench.send('a', 'next');
    await settle();
    await bench.end('first');
    expect(bench.began).toEqual(['first', 'next']);
  });

  it('gives the slot back when the work fails', async () => {
    const one = bulkhead(1, 1);
    await expect(one.run(() => Promise.reject(new Error('no')), 'a')).rejects.toThrow('no');
    await expect(one.run(async () => 'yes', 'a')).resolves.toBe('yes');
  });

  it('never exceeds a limit, leaves no usable slot idle, and ends all work, for any order of arrivals', async () => {
    const arrival = fc.record({
      account: fc.constantFrom('a', 'b', 'c', undefined),
      leaves: fc.boolean(),
      steps: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 25 }), async (arrivals) => {
        const limits = { atOnce: 3, atOnceOfOne: 2, waiting: 6, refusal: busy(2) };
        const fair = new Bulkhead(limits);
        const running = new Map<string | undefined, number>();
        const all = arrivals.map(({ account, leaves, steps }) => {
          const caller = new AbortController();
          const run = fair.run(
            async () => {
              running.set(account, (running.get(account) ?? 0) + 1);
              if (account) expect(running.get(account)).toBeLessThanOrEqual(limits.atOnceOfOne);
              expect([...running.values()].reduce((sum, one) => sum + one)).toBeLessThanOrEqual(limits.atOnce);
              for (let step = 0; step < steps; step += 1) await nextTurn();
              running.set(account, running.get(account)! - 1);
            },
            account,
            caller.signal,
          );
          if (leaves) setImmediate(() => caller.abort());
          return run.catch((error: { code?: string }) => expect(error.code).toBe('busy'));
        });
        expect(fair.depth).toBeLessThanOrEqual(limits.waiting);
        await Promise.all(all);
        expect(fair.depth).toBe(0);
        await fair.run(async () => undefined, 'late');
      }),
      { numRuns: 100 },
    );
  });

  it('without callers serves in the order of arrival, and never more in parallel than allowed', async () => {
    const two = bulkhead(2);
    let [running, most] = [0, 0];
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        two.run(async () => {
          most = Math.max(most, ++running);
          order.push(n);
          await nextTurn();
          running--;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('refuses work beyond the queue and recovers when places become free', async () => {
    const bench = new Bench(bulkhead(1, undefined, 1));
    const sent = ['first', 'second'].map((name) => bench.send(undefined, name));
    await expect(bench.send(undefined, 'third')).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'busy',
      retryAfterSeconds: 2,
    });
    await bench.end('first');
    await bench.end('second');
    await Promise.all(sent);
    await expect(bench.places.run(async () => 'later')).resolves.toBe('later');
  });

  it('without a queue has a limit for each caller, and all places for works without a caller', async () => {
    const room = bulkhead(5, 2, 0);
    const never = () => new Promise<never>(() => undefined);
    for (const caller of ['ann', 'ann', undefined]) void room.run(never, caller);
    await expect(room.run(never, 'ann')).rejects.toMatchObject({ code: 'busy' });
    for (const caller of ['ben', undefined]) void room.run(never, caller);
    for (const caller of ['cat', undefined])
      await expect(room.run(never, caller)).rejects.toMatchObject({ code: 'busy' });
  });
});
