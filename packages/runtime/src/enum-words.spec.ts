import { SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { EnumWords } from './enum-words.js';

const words = EnumWords.of(SummaryType, 'SUMMARY_TYPE');

describe('the words of a protobuf enum', () => {
  it('are those of its names, in their order, except unspecified and unrecognised', () => {
    expect(words.all).toEqual(['auto', 'short', 'detail']);
  });

  it('have their numbers, and the numbers their words', () => {
    for (const word of words.all) expect(words.wordOf(words.numberOf(word))).toBe(word);
    expect(words.numberOf('detail')).toBe(SummaryType.SUMMARY_TYPE_DETAIL);
  });

  it.each([0, -1, 4, 1.5, NaN])('have none for %s, and never another one in its place', (value) => {
    expect(words.find(value)).toBeUndefined();
    expect(() => words.wordOf(value)).toThrow('none of auto, short, detail');
  });
});
