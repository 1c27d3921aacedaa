import { type Choice, pickOverview } from './selection.js';
import { Coverage } from './ranking.js';
import { finished } from '../../work/slices.js';
import { indexTerms, lexiconOf } from './terms.js';

describe('an overview of a video in which no unit reads as one sentence', () => {
  it('is chosen with at most three reads of each unit', () => {
    const units = Array.from({ length: 400 }, (_, at) => ({
      words: `dr. smith came to place${at} again and saw the great river of town`.split(' '),
    }));
    let looks = 0;
    const titleShares = new Proxy(new Float64Array(units.length), {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
        return Reflect.get(target, key, target) as unknown;
      },
    });
    const index = indexTerms(units, lexiconOf('en'));
    const words = units.map((unit) => unit.words.length);
    const scored = { index, words, rank: new Float64Array(units.length).fill(0.5) };
    const choice: Choice = {
      scored,
      titleShares,
      units: units.map((_, at) => at),
      textOf: (unit) => units[unit].words.join(' '),
      numbers: new Float64Array(units.length),
      readsAsOne: () => false,
      startMsOf: (unit) => unit * 1_500,
      durationMs: 600_000,
    };
    expect(finished(pickOverview(choice, new Coverage(scored)))).toHaveLength(3);
    expect(looks).toBeLessThanOrEqual(3 * units.length);
  });
});
