import { HASH_COST } from './password-hashing.js';
import { Passwords } from './passwords.provider.js';

describe('the check of a password', () => {
  it('takes as long for an account that does not exist', async () => {
    const passwords = new Passwords(false, HASH_COST.full);
    const stored = await passwords.hash('correct horse');
    const tookMs = async (hash: string | null) => {
      const startedMs = performance.now();
      await passwords.verify(hash, 'wrong one');
      return performance.now() - startedMs;
    };
    let [known, unknown] = [Infinity, Infinity];
    // The shortest of several rounds shows the work without disturbances.
    for (let round = 0; round < 9; round += 1) {
      known = Math.min(known, await tookMs(stored));
      unknown = Math.min(unknown, await tookMs(null));
    }
    expect(unknown / known).toBeGreaterThan(1 / 3);
    expect(unknown / known).toBeLessThan(3);
  });
});
