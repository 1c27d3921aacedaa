import { growth, LINEAR } from '@precis/testing/growth';
import { spokenWords } from './spoken-words.js';
import { mendStutters } from './stutters.js';

describe('speech without stutters', () => {
  it('is computed in time linear in the number of words, even when all words are equal', () => {
    const mend = (text: string) =>
      mendStutters(
        spokenWords([{ startMs: 0, durationMs: 4_000, text }], 'en', () => false),
        'en',
      );
    expect(growth(mend, (size) => 'the '.repeat(size), 25_000)).toBeLessThan(LINEAR);
  });
});
