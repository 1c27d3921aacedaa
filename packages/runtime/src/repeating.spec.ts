import { createLogger } from './logger.js';
import { Repeating } from './repeating.js';

const logger = createLogger('test', 'silent');

describe('Repeating', () => {
  it('continues after a failure', async () => {
    let runs = 0;
    const third = Promise.withResolvers<void>();
    const work = async () => {
      runs += 1;
      if (runs === 1) throw new Error('no');
      if (runs === 3) third.resolve();
    };
    const repeating = new Repeating('test', 2, work, logger);
    repeating.start();
    await third.promise;
    await repeating.stop();
  });

  it('runs immediately when asked to, never in parallel with another run, and then continues at its interval', async () => {
    let [running, most, runs] = [0, 0, 0];
    const third = Promise.withResolvers<void>();
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running -= 1;
      if (++runs === 3) third.resolve();
      throw new Error('no');
    };
    const repeating = new Repeating('test', 20, work, logger);
    repeating.start();
    await Promise.all([repeating.runNow(), repeating.runNow()]);
    expect(runs).toBe(2);
    await third.promise;
    await repeating.stop();
    await repeating.runNow();
    expect([most, runs]).toEqual([1, 3]);
  });

  it('lets the current run finish before it stops, and starts no other', async () => {
    const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [begun, ended] = [0, 0];
    const work = async () => {
      begun += 1;
      started.resolve();
      await gate.promise;
      ended += 1;
    };
    const repeating = new Repeating('test', 2, work, logger);
    repeating.start();
    await started.promise;
    const stopped = repeating.stop();
    gate.resolve();
    await stopped;
    expect([begun, ended]).toEqual([1, 1]);
  });
});
