import { type RawCaption, saidOnce } from './said-once.js';

/** Captions of one second each, one after the other; a newline separates the lines of a caption. */
const once = (...texts: string[]) =>
  said(texts.map((text, at) => ({ startMs: at * 1_000, durationMs: 1_000, lines: text.split('\n') })));
const said = (captions: RawCaption[]) => [...saidOnce(captions)].map(({ lines }) => lines.join('\n'));

describe('a word that rolling captions repeat is kept once (VID-18)', () => {
  it.each<[string, string[], string[]]>([
    [
      'word by word',
      ['A', 'A tide', 'A tide mill', 'A tide mill takes its power.', 'Twice', 'Twice a day.'],
      ['A tide mill takes its power.', 'Twice a day.'],
    ],
    ['with other capitals and marks', ['Well', 'Well, the tide', 'well the tide is high'], ['well the tide is high']],
    ['letter by letter', ['Twice a d', 'Twice a day'], ['Twice a day']],
    ['in a script without spaces', ['潮', '潮の', '潮の水車', '潮の水車は回ります。'], ['潮の水車は回ります。']],
    [
      'over two lines',
      ['A tide', 'A tide mill', 'A tide mill\ntakes', 'A tide mill\ntakes its', 'A tide mill\ntakes its power.'],
      ['A tide mill', 'takes its power.'],
    ],
    [
      'rolling up by lines',
      ['hello everyone', 'hello everyone\nwelcome to the lock', 'welcome to the lock\nit lifts boats'],
      ['hello everyone', 'welcome to the lock', 'it lifts boats'],
    ],
    [
      'rolling up and growing',
      ['hello all', 'hello all\nwelcome', 'hello all\nwelcome to the', 'welcome to the\nlock'],
      ['hello all', 'welcome to the', 'lock'],
    ],
    ['shown twice', ['hello everyone', 'hello everyone', 'bye'], ['hello everyone', 'bye']],
    [
      'in several sentences',
      ['One.', 'One. Two three.', 'One. Two three. Four.'],
      ['One.', 'One. Two three.', 'Four.'],
    ],
  ])('%s', (_, captions, left) => {
    expect(once(...captions)).toEqual(left);
  });

  it('keeps the time from when a word first appears until it disappears', () => {
    const captions = ['A', 'A tide', 'A tide mill'].map((text, at) => ({
      startMs: at * 400,
      durationMs: 400,
      lines: [text],
    }));
    expect([...saidOnce(captions)]).toEqual([{ startMs: 0, durationMs: 1_200, lines: ['A tide mill'] }]);
  });

  it.each<[string, string[]]>([
    ['an answer that begins alike', ['Yes.', 'Yes. I do.']],
    ['another word that begins alike', ['I', 'It was cold.']],
    ['a line of two that is said again', ['Did he see it?\nNo', 'No he did not']],
    ['a word of the line before', ['We go to the mill', 'mill owners wait']],
  ])('keeps %s', (_, captions) => {
    expect(once(...captions)).toEqual(captions);
  });

  it('keeps words that are spoken again later', () => {
    const later = [0, 9_000].map((startMs) => ({ startMs, durationMs: 1_000, lines: ['Twice a day'] }));
    expect(said(later)).toEqual(['Twice a day', 'Twice a day']);
  });
});
