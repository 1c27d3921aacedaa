import { RECENT_MS, sourceState } from './source-state.rule.js';

const NOW = 100 * RECENT_MS;
/** One letter for each look-up, oldest first: a answered, f failed. */
const outcomes = (letters: string, atMs = NOW) => [...letters].map((letter) => ({ atMs, hasAnswered: letter === 'a' }));

describe('the state of the source (API-26)', () => {
  it.each([
    ['', 'unknown'],
    ['a', 'operational'],
    ['aaaaa', 'operational'],
    ['f', 'degraded'],
    ['ff', 'degraded'],
    ['aaf', 'degraded'],
    ['fffa', 'degraded'],
    ['fff', 'down'],
    ['aaafff', 'down'],
  ])('after the outcomes %j is %s', (letters, state) => {
    expect(sourceState(outcomes(letters), NOW)).toBe(state);
  });

  it('is unknown again when the last look-up is 15 minutes old', () => {
    expect(sourceState(outcomes('fff', NOW - RECENT_MS), NOW)).toBe('unknown');
    expect(sourceState([...outcomes('fff', NOW - RECENT_MS), ...outcomes('a')], NOW)).toBe('operational');
  });
});
