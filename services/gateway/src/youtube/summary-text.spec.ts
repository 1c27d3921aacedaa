import fc from 'fast-check';
import { storedResult } from '../testing/stored-result.js';
import { overviewOf, textWithoutMoments, timeLabel } from './summary-text.js';

describe('textWithoutMoments', () => {
  it('removes the moments of key points, but no time that is part of a sentence', () => {
    expect(textWithoutMoments(storedResult())).toBe(
      'A lock lifts boats. It has two gates.\n\n- The keeper opens the lower gate at 10:30.\n- Water runs in.',
    );
  });

  it.each([
    ['Part 2 (12:00 - 1:24:00): brakes, pads', 'Part 2: brakes, pads'],
    ['Part 2 (0:00 - 24:00)', 'Part 2'],
    ['Brakes (12:00 - 24:00)', 'Brakes'],
    ['Half time (1 - 0) (12:00 - 24:00)', 'Half time (1 - 0)'],
  ])('changes the heading %p to %p', (heading, bare) => {
    const sentences = [{ startMs: 0, endMs: 1, text: 'We met (9:00 - 9:30).' }];
    const text = (line: string) => `We met (9:00 - 9:30).\n\n${line}\nWe met (9:00 - 9:30).`;
    expect(textWithoutMoments({ summary: text(heading), sentences })).toBe(text(bare));
  });

  it('returns, for any sentences, the text without labels', () => {
    const word = fc.constantFrom(
      'gate',
      '0:05',
      '[00:05]',
      '- [00:05] x',
      'Part 1 (0:00 - 1:00)',
      '(1:00 - 2:00)',
      '-',
    );
    const sentence = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => `S ${words.join(' ')}.`);
    const all = fc.array(fc.tuple(sentence, fc.nat(9_000_000)), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(all, (said) => {
        const [[overview], ...points] = said;
        const sentences = said.map(([text, startMs]) => ({ text, startMs, endMs: startMs + 1 }));
        const body = (label: (ms: number) => string, times: string) =>
          [
            overview,
            points.map(([text, ms]) => `- ${label(ms)}${text}`).join('\n'),
            `Part 1${times}: gates, water\n${overview}`,
            `Gates${times}\n${points.map(([text]) => text).join(' ')}`,
          ].join('\n\n');
        const labelled = body((ms) => `[${timeLabel(ms).padStart(5, '0')}] `, ' (0:00 - 12:40)');
        expect(textWithoutMoments({ summary: labelled, sentences })).toBe(body(() => '', ''));
      }),
    );
  });
});

describe('overviewOf', () => {
  it('has each sentence of the first paragraph once, in order, and the longer of two with the same beginning', () => {
    const said = ['It turns.', 'It turns. Slowly.', 'It stops.', 'It stops.'].map((text, at) => ({ text, at }));
    const summary = 'It stops. It turns. Slowly.\n\n- It turns.';
    expect(overviewOf({ summary, sentences: said }).map(({ at }) => at)).toEqual([2, 1]);
  });
});

it.each([
  [5_999, '0:05'],
  [760_000, '12:40'],
  [3_723_000, '1:02:03'],
])('%d ms are shown as %s', (ms, label) => expect(timeLabel(ms)).toBe(label));
