import { growth, LINEAR, timesAsLong } from '@precis/testing/growth';
import { segmentsOf } from '../transcripts/captions.js';
import { suppliedIn } from '../transcripts/supplied-transcript.js';
import { instructionSpans } from './instruction-spans.js';

const WORDS =
  'The canal lock was built in the spring of eighteen twelve. Two gates hold the water back on either side of the chamber. A boat enters and the keeper closes the lower gates behind it.'.split(
    ' ',
  );
const speech = (lines: number) =>
  Array.from({ length: lines }, (_, nr) =>
    Array.from({ length: 10 }, (__, at) => WORDS[(nr * 7 + at) % WORDS.length]).join(' '),
  );
const lookFor = (lines: string[]) => expect(instructionSpans(lines)).toEqual([]);

describe('the search for instructions to a model', () => {
  it('takes time linear in the number of words', () => {
    expect(growth(lookFor, speech, 375)).toBeLessThan(LINEAR);
  });

  it('takes little more time for captions without a space than for speech of that length', () => {
    const hours = speech(6_000);
    const letters = hours
      .join('')
      .replace(/[^a-z]/gi, '')
      .match(/.{5000}/g)!;
    const times = timesAsLong(
      () => lookFor(letters),
      () => lookFor(hours),
    );
    expect(times).toBeLessThan(4);
  });

  it('takes little time for letters with thousands of marks, in captions as they are read', () => {
    const marked = (marks: number) => {
      const text = 'a' + '\u05ae\u0591\u0315\u0300'.repeat(marks / 4);
      const given = Array.from({ length: 200 }, (_, nr) => ({ startSeconds: nr * 60, text }));
      const bytes = new TextEncoder().encode(JSON.stringify(given));
      return segmentsOf(suppliedIn({ kind: 'segments', bytes })).map((segment) => segment.text);
    };
    expect(growth(lookFor, marked, 300)).toBeLessThan(LINEAR);
  });
});
