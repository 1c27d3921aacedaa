import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { BodyTooLargeError, ProxyRoutes, RequestPace, readBounded } from './guarded-http.client.js';

describe('reading a body', () => {
  it('reads plain and packed bodies alike', async () => {
    expect(await readBounded(Readable.from([Buffer.from('häl'), Buffer.from('lo')]), undefined, 100)).toBe('hällo');
    expect(await readBounded(Readable.from([gzipSync('hällo')]), 'gzip', 100)).toBe('hällo');
  });

  it('stops at the cap and ends the download', async () => {
    let sent = 0;
    const long = Readable.from(
      (function* () {
        for (; sent < 1_000; sent += 1) yield Buffer.alloc(1_000);
      })(),
    );
    await expect(readBounded(long, undefined, 10_000)).rejects.toThrow(BodyTooLargeError);
    expect(long.destroyed).toBe(true);
    expect(sent).toBeLessThan(100);
  });

  it('counts the bytes after decompression, not before', async () => {
    await expect(readBounded(Readable.from([gzipSync(Buffer.alloc(5_000_000))]), 'gzip', 1_000_000)).rejects.toThrow(
      BodyTooLargeError,
    );
  });

  it.each(['gzip', undefined])('rejects a body that ends in an error (%s)', async (encoding) => {
    const cut = new Readable({
      read() {
        this.destroy(new Error('cut'));
      },
    });
    await expect(readBounded(cut, encoding, 100)).rejects.toThrow('cut');
  });

  it('rejects a packed body that is cut short', async () => {
    await expect(
      readBounded(Readable.from([gzipSync('x'.repeat(5_000)).subarray(0, 20)]), 'gzip', 10_000),
    ).rejects.toThrow();
  });
});

/** Sends `count` simultaneous requests, and returns for each whether it may leave at once. */
async function waitsOf(pace: RequestPace, count: number): Promise<boolean[]> {
  const passed = Array<boolean>(count).fill(false);
  const leaving = new AbortController();
  const turns = passed.map((_, at) => pace.turn(leaving.signal).then(() => (passed[at] = true)));
  // Requests that need not wait pass without a timer.
  await new Promise((resolve) => setImmediate(resolve));
  leaving.abort();
  await Promise.allSettled(turns);
  return passed;
}

describe('the rate limit of requests', () => {
  it('sends one second’s worth of requests immediately and makes the rest wait', async () => {
    const passed = await waitsOf(new RequestPace(10, () => 50_000), 25);
    expect(passed.filter(Boolean)).toHaveLength(10);
    expect(passed.slice(0, 10)).not.toContain(false);
  });

  it('saves up no more than a second’s worth', async () => {
    let nowMs = 50_000;
    const pace = new RequestPace(10, () => nowMs);
    await waitsOf(pace, 3);
    nowMs += 3_600_000;
    expect((await waitsOf(pace, 25)).filter(Boolean)).toHaveLength(10);
  });

  it('stays at its number per second for as long as requests come', async () => {
    let nowMs = 50_000;
    const pace = new RequestPace(10, () => nowMs);
    let passed = 0;
    for (let step = 0; step < 100; step += 1) {
      // One at a time, so that requests that would have to wait take no turn.
      if ((pace as unknown as { nextMs: number }).nextMs <= nowMs) {
        await pace.turn(new AbortController().signal);
        passed += 1;
      }
      nowMs += 50;
    }
    expect(passed).toBeLessThanOrEqual(10 + 5 * 10);
    expect(passed).toBeGreaterThanOrEqual(45);
  });

  it('ends the wait of a request that gives up', async () => {
    const pace = new RequestPace(1, () => 50_000);
    await pace.turn(new AbortController().signal);
    await expect(pace.turn(AbortSignal.abort())).rejects.toThrow();
    await expect(pace.turn(AbortSignal.timeout(10))).rejects.toThrow();
  });

  it('gives the turn of requests that gave up to the next one', async () => {
    let nowMs = 50_000;
    const pace = new RequestPace(1, () => nowMs);
    expect((await waitsOf(pace, 20)).filter(Boolean)).toHaveLength(1);
    nowMs += 1_000;
    expect(await waitsOf(pace, 1)).toEqual([true]);
  });

  it('keeps the order of the requests that stay', async () => {
    const pace = new RequestPace(200, () => performance.now());
    await waitsOf(pace, 200);
    const passed: number[] = [];
    const leaving = new AbortController();
    const stays = new AbortController().signal;
    const turns = [1, 2, 3, 4].map((at) => pace.turn(at === 2 ? leaving.signal : stays).then(() => passed.push(at)));
    leaving.abort();
    await Promise.allSettled(turns);
    expect(passed).toEqual([1, 3, 4]);
  });
});

describe('the proxies to the source', () => {
  let nowMs = 0;
  const open: ProxyRoutes[] = [];
  function routes(count: number): ProxyRoutes {
    const made = new ProxyRoutes(
      Array.from({ length: count }, (_, at) => `http://127.0.0.1:${9_000 + at}`),
      1_000,
      () => nowMs,
    );
    open.push(made);
    return made;
  }
  afterEach(async () => {
    nowMs = 0;
    await Promise.all(open.splice(0).map((one) => one.close()));
  });

  it('are used in turn', () => {
    const three = routes(3);
    expect(new Set([three.pick(), three.pick(), three.pick()]).size).toBe(3);
  });

  it('rest for 60 s after a block, and are used again afterwards', () => {
    const two = routes(2);
    const blocked = two.pick();
    two.quarantine(blocked);
    nowMs = 59_999;
    expect([two.pick(), two.pick(), two.pick()]).not.toContain(blocked);
    nowMs = 60_000;
    expect([two.pick(), two.pick()]).toContain(blocked);
  });

  it('are never all closed: when every one rests, the one that rested longest is used', () => {
    const two = routes(2);
    const [first, second] = [two.pick(), two.pick()];
    two.quarantine(first);
    nowMs = 10;
    two.quarantine(second);
    expect([two.pick(), two.pick()]).toEqual([first, first]);
  });

  it('offer only the direct way when none is configured', () => {
    const direct = routes(0);
    const only = direct.pick();
    expect(direct.pickOther([only])).toBeUndefined();
    direct.quarantine(only);
    expect(direct.pick()).toBe(only);
  });
});
