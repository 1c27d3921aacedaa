import { timesAsLong } from '@precis/testing/growth';
import { spokenWords } from '../engines/extractive/spoken-words.js';
import { indexTerms, lexiconOf } from '../engines/extractive/terms.js';
import { unitsOf } from '../engines/extractive/units.js';
import { hoursOfTalk } from '../testing/hours-of-talk.js';
import { lexicalChapters } from './lexical-chapters.js';

describe('chapters found by the words of the talk', () => {
  it('take less time than the summary needs to read 60,000 words', () => {
    const lexicon = lexiconOf('en');
    const segments = hoursOfTalk(5, 60_000);
    const read = () => {
      const units = unitsOf(spokenWords(segments, 'en', lexicon.isFiller), 'en');
      return { units, index: indexTerms(units, lexicon), lexicon };
    };
    const known = read();
    const times = timesAsLong(() => expect(lexicalChapters(known, 5 * 3_600_000).length).toBeGreaterThan(1), read);
    expect(times).toBeLessThan(1);
  });
});
