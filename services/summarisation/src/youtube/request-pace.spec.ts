import { RequestPace } from './request-pace.js';

/** How long each of `count` requests waits that come at once. */
async function waitsOf(pace: RequestPace, count: number): Promise<boolean[]> {
  const passed = Array<boolean>(count).fill(false);
  const leaving = new AbortController();
  const turns = passed.map((_, at) => pace.turn(leaving.signal).then(() => (passed[at] = true)));
  // those that need not wait pass without a timer
  await new Promise((resolve) => setImmediate(resolve));
  leaving.abort();
  await Promise.allSettled(turns);
  return passed;
}

describe('the pace of requests', () => {
  it('lets a second’s worth go at once and makes the rest wait', async () => {
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

  it('keeps to its number a second for as long as more are asked for', async () => {
    let nowMs = 50_000;
    const pace = new RequestPace(10, () => nowMs);
    let passed = 0;
    for (let step = 0; step < 100; step += 1) {
      // One at a time, so that those who would have to wait take no turn.
      if ((pace as unknown as { nextMs: number }).nextMs <= nowMs) {
        await pace.turn(new AbortController().signal);
        passed += 1;
      }
      nowMs += 50;
    }
    expect(passed).toBeLessThanOrEqual(10 + 5 * 10);
    expect(passed).toBeGreaterThanOrEqual(45);
  });

  it('ends the wait of one that gives up', async () => {
    const pace = new RequestPace(1, () => 50_000);
    await pace.turn(new AbortController().signal);
    await expect(pace.turn(AbortSignal.abort())).rejects.toThrow();
    await expect(pace.turn(AbortSignal.timeout(10))).rejects.toThrow();
  });
});
