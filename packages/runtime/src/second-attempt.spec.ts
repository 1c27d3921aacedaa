import { pause } from './pause.js';
import { withSecondAttempt } from './second-attempt.js';

const NEVER_MS = 60_000;
const away = new Error('away');

describe('an idempotent call', () => {
  let attempts: (PromiseWithResolvers<string> & { limitMs: number; isCancelled: boolean })[];
  beforeEach(() => (attempts = []));

  const call = (afterMs: number) =>
    withSecondAttempt<string>({
      begin: (limitMs) => {
        const attempt = { ...Promise.withResolvers<string>(), limitMs, isCancelled: false };
        attempts.push(attempt);
        return { answer: attempt.promise, cancel: () => (attempt.isCancelled = true) };
      },
      afterMs,
      limitMs: NEVER_MS,
      isTransportFailure: (error) => error === away,
    });
  const both = async () => {
    while (attempts.length < 2) await pause(1);
  };

  it.each(['first', 'second'] as const)(
    'that takes long is made a second time, and an answer to the %s counts',
    async (which) => {
      const answer = call(1);
      await both();
      const [answered, other] = which === 'first' ? attempts : [...attempts].reverse();
      answered.resolve(which);
      expect(await answer).toBe(which);
      expect(other.isCancelled).toBe(true);
    },
  );

  it('ends with its limit, however late the second attempt began', async () => {
    const answer = call(1);
    await both();
    expect(attempts[0].limitMs).toBe(NEVER_MS);
    expect(attempts[1].limitMs).toBeLessThan(NEVER_MS);
    attempts[0].resolve('');
    await answer;
  });

  it('whose transport fails is made a second time without waiting', async () => {
    const answer = call(NEVER_MS);
    attempts[0].reject(away);
    await both();
    attempts[1].resolve('answered');
    expect(await answer).toBe('answered');
  });

  it('that failed at the end of its time is not made again', async () => {
    let begun = 0;
    const begin = () => {
      begun++;
      return { answer: Promise.reject<string>(away), cancel: () => undefined };
    };
    const failed = withSecondAttempt({ begin, afterMs: 0, limitMs: 0, isTransportFailure: () => true });
    await expect(failed).rejects.toBe(away);
    expect(begun).toBe(1);
  });

  it('is not made again after an answer or a refusal of the service', async () => {
    const answered = call(NEVER_MS);
    attempts[0].resolve('answered');
    expect(await answered).toBe('answered');
    const refused = call(NEVER_MS);
    attempts[1].reject(new Error('not found'));
    await expect(refused).rejects.toThrow('not found');
    expect(attempts).toHaveLength(2);
  });

  it('waits for the other attempt when one fails, and fails when both have failed', async () => {
    const answered = call(1);
    await both();
    attempts[1].reject(away);
    await Promise.allSettled([attempts[1].promise]);
    attempts[0].resolve('answered');
    expect(await answered).toBe('answered');

    attempts = [];
    const failed = call(1);
    await both();
    attempts[0].reject(away);
    attempts[1].reject(away);
    await expect(failed).rejects.toBe(away);
    expect(attempts).toHaveLength(2);
  });

  it('is refused as soon as the service refuses one of the attempts', async () => {
    const answer = call(1);
    await both();
    attempts[1].reject(new Error('not found'));
    await expect(answer).rejects.toThrow('not found');
    expect(attempts[0].isCancelled).toBe(true);
  });
});
