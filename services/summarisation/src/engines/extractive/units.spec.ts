import { endsSentence } from './sentences.js';
import { cleanTranscript } from './clean-transcript.js';
import { spokenWords } from './spoken-words.js';
import { pointLabel, tidied, timeLabel } from './rendering.js';
import { unitsOf } from './units.js';

function cleaned(...texts: string[]): string[] {
  return cleanTranscript(texts.map((text, at) => ({ startMs: at * 1000, durationMs: 1000, text }))).map((line) =>
    line.words.join(' '),
  );
}

function unitTexts(lines: { text: string; startMs: number; durationMs: number }[]): string[] {
  return unitsOf(spokenWords(lines, 'en', () => false)).map((unit) => unit.text);
}

describe('cleaning a transcript', () => {
  it('drops sound notes, turn marks and markup, and lines of nothing else', () => {
    expect(cleaned('[Music]', '>> well [Applause] <i>hello</i> (laughs)', '♪ la la ♪', '[ __ ]', '- yes')).toEqual([
      'well hello',
      'la la',
      'yes',
    ]);
  });

  it.each([
    'Smoking is [not] allowed in the hall of the mill.',
    'It always lies in [0, 1] here.',
    'All staff (musicians not included) get a raise.',
    'THE GATE (AND THE LOCK) OPENS.',
  ])('keeps the brackets of a sentence, which would deny something else without them: %s (VID-16)', (text) => {
    expect(cleaned(text)).toEqual([text]);
  });

  it('begins a new line for each speaker in a caption, at its share of the time', () => {
    const said = cleanTranscript([
      { startMs: 0, durationMs: 9000, text: 'only twenty three. >> What made you &gt;&gt; A bet.' },
      { startMs: 8000, durationMs: 2000, text: '- Are you ready? - Yes, I am.' },
    ]);
    expect(said.map(({ startMs, endMs, words, turn }) => [startMs, endMs, words.join(' '), turn])).toEqual([
      [0, 3000, 'only twenty three.', false],
      [3000, 6000, 'What made you', true],
      [6000, 8000, 'A bet.', true],
      [8000, 9000, 'Are you ready?', true],
      [9000, 10_000, 'Yes, I am.', true],
    ]);
  });

  it('does not begin a new turn again when rolling captions repeat the mark', () => {
    const rolling = ['we sailed alone >> for how long', '>> for how long', 'for how long a year at least'];
    const lines = cleanTranscript(rolling.map((text, at) => ({ startMs: at * 1000, durationMs: 1000, text })));
    expect(lines.map(({ words, turn }) => [words.join(' '), turn])).toEqual([
      ['we sailed alone', false],
      ['for how long', true],
      ['a year at least', false],
    ]);
  });

  it('keeps a turn mark at the end of a caption, or alone in one, for the next words', () => {
    const said = ['only twenty three. >>', 'What made you', 'do it', '>>', 'A bet.'];
    const lines = cleanTranscript(said.map((text, at) => ({ startMs: at * 1000, durationMs: 1000, text })));
    expect(lines.map(({ turn }) => turn)).toEqual([false, true, false, true]);
  });

  it.each(['a Map<String, List<Integer>> of names', 'the river - a wide one. - and its banks'])(
    'finds no speaker in %j',
    (text) => {
      const [line, ...others] = cleanTranscript([{ startMs: 0, durationMs: 1000, text }]);
      expect([line.words.join(' '), line.turn, others]).toEqual([text, false, []]);
    },
  );

  it('keeps the repeated half of rolling captions once', () => {
    expect(
      cleaned(
        'we open the gate',
        'we open the gate',
        'we open the gate and let',
        'the gate and let the water run',
        'the water run',
      ),
    ).toEqual(['we open the gate', 'and let', 'the water run']);
  });

  it('keeps short repetitions of a speaker', () => {
    expect(cleaned('no no', 'no no', 'no way')).toEqual(['no no', 'no no', 'no way']);
  });

  it('ends a line where the next one starts, and sorts lines that come out of order', () => {
    const lines = cleanTranscript([
      { startMs: 2000, durationMs: 9000, text: 'second' },
      { startMs: 0, durationMs: 5000, text: 'first' },
    ]);
    expect(lines.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 2000],
      [2000, 11_000],
    ]);
  });
});

describe('cutting into units', () => {
  it.each([
    ['end.', 'The', true],
    ['end.”', 'The', true],
    ['why?', 'Because', true],
    ['終わり。', '次', true],
    ['Dr.', 'Smith', false],
    ['U.S.', 'Navy', false],
    ['well...', 'maybe', false],
    ['well…', 'maybe', false],
    ['word', 'next', false],
    ['3.5', 'litres', false],
    ['Dr.', undefined, true],
  ])('%j before %j ends a sentence: %j', (word, next, ends) => {
    expect(endsSentence(word, next)).toBe(ends);
  });

  it('keeps sentences unchanged where there is punctuation', () => {
    expect(
      unitTexts([
        { startMs: 0, durationMs: 4000, text: 'We met Mr. Brown. He was' },
        { startMs: 9000, durationMs: 1000, text: 'late. Why?' },
      ]),
    ).toEqual(['We met Mr. Brown.', 'He was late.', 'Why?']);
  });

  it('cuts unpunctuated speech at pauses of 0.6 s and at turns', () => {
    const lines = [
      { startMs: 0, durationMs: 3000, text: 'first you open the upper paddle slowly' },
      { startMs: 3599, durationMs: 3000, text: 'until the chamber is full' },
      { startMs: 7200, durationMs: 3000, text: 'and the boat can leave the lock' },
      { startMs: 10_200, durationMs: 1000, text: '>> thank you' },
    ];
    expect(unitTexts(lines)).toEqual([
      'first you open the upper paddle slowly until the chamber is full',
      'and the boat can leave the lock',
      'thank you',
    ]);
  });

  it('ends the unit of a speaker where the next speaker begins in the same caption', () => {
    const lines = [
      { startMs: 0, durationMs: 3000, text: 'So you sailed alone when you were only twenty' },
      { startMs: 3000, durationMs: 3000, text: 'three. >> It was a bet, and nothing' },
      { startMs: 6000, durationMs: 3000, text: 'else. >> And did you win it?' },
    ];
    expect(unitTexts(lines)).toEqual([
      'So you sailed alone when you were only twenty three.',
      'It was a bet, and nothing else.',
      'And did you win it?',
    ]);
  });

  it('cuts endless speech into units of at most 35 words, none ending in "the"', () => {
    const text = Array.from({ length: 40 }, (_, at) => `the keeper number ${at} walks along the bank of a canal`).join(
      ' ',
    );
    const units = unitTexts([{ startMs: 0, durationMs: 100_000, text }]);
    expect(units.join(' ')).toBe(text);
    for (const unit of units) {
      expect(unit.split(' ').length).toBeLessThanOrEqual(35);
      expect(unit).not.toMatch(/ (?:the|of|a)$/);
    }
  });

  it('gives each word its own time inside its line', () => {
    const words = spokenWords([{ startMs: 1000, durationMs: 4000, text: 'one two three four' }], 'en', () => false);
    expect([...words.startMs.subarray(0, words.length)]).toEqual([1000, 2000, 3000, 4000]);
  });
});

describe('writing a sentence', () => {
  it.each([
    ['and so it goes', 'And so it goes.'],
    ['Done!', 'Done!'],
    ['ßtrange,', 'ßtrange.'],
    [', then —', 'Then.'],
    ['水が流れる', '水が流れる。'],
    ['he said "go."', 'He said "go."'],
    ['-40 degrees is cold', '-40 degrees is cold.'],
    ['- .5 grams are enough', '.5 grams are enough.'],
    ['.NET runs there', '.NET runs there.'],
    ['...and so it goes', 'And so it goes.'],
    ['—40 years ago', '40 years ago.'],
    ['--40 people came', '40 people came.'],
    ['-$40 is a debt', '-$40 is a debt.'],
  ])('%j becomes %j', (said, written) => {
    expect(tidied(said)).toBe(written);
  });

  it.each([
    [0, '0:00', '[00:00]'],
    [5_999, '0:05', '[00:05]'],
    [760_000, '12:40', '[12:40]'],
    [3_599_999, '59:59', '[59:59]'],
    [3_723_000, '1:02:03', '[1:02:03]'],
  ])('the time %d ms is %s', (ms, label, point) => {
    expect(timeLabel(ms)).toBe(label);
    expect(pointLabel(ms)).toBe(point);
  });
});
