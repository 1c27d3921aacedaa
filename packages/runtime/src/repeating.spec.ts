import { createLogger } from './logger.js';
import { Repeating } from './repeating.js';

const logger = createLogger('test', 'silent');

describe('Repeating', () => {
  it('goes on after a failure', async () => {
    let runs = 0;
    const third = Promise.withResolvers<void>();
    const work = async () => {
      runs += 1;
      if (runs === 1) throw new Error('no');
      if (runs === 3) third.resolve();
    };
    const repeating = new Repeating(2, work, logger);
    repeating.start();
    await third.promise;
    await repeating.stop();
  });

  it('lets the run in hand end before it stops, and starts no other', async () => {
    const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [begun, ended] = [0, 0];
    const work = async () => {
      begun += 1;
      started.resolve();
      await gate.promise;
      ended += 1;
    };
    const repeating = new Repeating(2, work, logger);
    repeating.start();
    await started.promise;
    const stopped = repeating.stop();
    gate.resolve();
    await stopped;
    expect([begun, ended]).toEqual([1, 1]);
  });
});
