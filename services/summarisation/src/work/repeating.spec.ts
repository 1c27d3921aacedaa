import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { Repeating } from './repeating.js';

const logger = createLogger('test', 'silent');

describe('Repeating', () => {
  it('goes on after a failure', async () => {
    let runs = 0;
    const repeating = new Repeating(2, () => (++runs === 1 ? Promise.reject(new Error('no')) : Promise.resolve()), logger);
    repeating.start();
    await eventually('a third run', () => runs >= 3);
    await repeating.stop();
  });

  it('lets the run in hand end before it stops, and starts no other', async () => {
    const gate = Promise.withResolvers<void>();
    let [begun, ended] = [0, 0];
    const work = async () => {
      begun += 1;
      await gate.promise;
      ended += 1;
    };
    const repeating = new Repeating(2, work, logger);
    repeating.start();
    await eventually('the run', () => begun === 1);
    const stopped = repeating.stop();
    gate.resolve();
    await stopped;
    expect([begun, ended]).toEqual([1, 1]);
  });
});
