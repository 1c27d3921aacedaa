import { SharedFlight } from './shared-flight.js';

interface Subject {
  signal: AbortSignal;
}

function flight(deadlineMs = 60_000): SharedFlight<Subject> {
  return new SharedFlight(deadlineMs, (signal) => ({ signal }));
}

/** Ends only when the flight's own signal fires. */
function untilEnded({ signal }: Subject): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

describe('a shared flight', () => {
  it('continues while one caller waits, and ends when the last one has left', async () => {
    const shared = flight();
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = [first, second].map(({ signal }) => shared.join('key', untilEnded, signal).catch(() => 'left'));
    first.abort();
    expect(await waiting[0]).toBe('left');
    expect([shared.subject.signal.aborted, shared.isEmpty]).toEqual([false, false]);
    second.abort();
    expect(await waiting[1]).toBe('left');
    expect([shared.subject.signal.aborted, shared.isEmpty, shared.canServe('key')]).toEqual([true, true, false]);
  });

  it('runs each key’s work once, and shares its result', async () => {
    const shared = flight();
    let runs = 0;
    const work = async (): Promise<number> => (runs += 1);
    const signal = new AbortController().signal;
    expect(
      await Promise.all([
        shared.join('a', work, signal),
        shared.join('a', work, signal),
        shared.join('b', work, signal),
      ]),
    ).toEqual([1, 1, 2]);
  });

  it('gives no later caller an earlier failure, while its other work continues', async () => {
    const shared = flight();
    const stayer = new AbortController();
    const staying = shared.join('slow', untilEnded, stayer.signal).catch(() => 'left');
    await expect(
      shared.join('bad', () => Promise.reject(new Error('failed')), new AbortController().signal),
    ).rejects.toThrow('failed');
    expect([shared.canServe('bad'), shared.canServe('slow')]).toEqual([false, true]);
    stayer.abort();
    expect(await staying).toBe('left');
  });

  it('ends at its deadline, and accepts no caller afterwards', async () => {
    const shared = flight(20);
    await expect(shared.join('key', untilEnded, new AbortController().signal)).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    expect([shared.hasTimedOut, shared.canServe('key'), shared.canServe('other')]).toEqual([true, false, false]);
  });

  it('does not begin for a caller who has already left', async () => {
    const shared = flight();
    await expect(shared.join('key', () => Promise.resolve(1), AbortSignal.abort(new Error('gone')))).rejects.toThrow(
      'gone',
    );
  });
});
