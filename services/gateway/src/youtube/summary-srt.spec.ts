import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { storedResult } from '../testing/stored-result.js';
import { summarySrt } from './summary-srt.js';

interface Cue {
  index: number;
  from: number;
  to: number;
  text: string;
}

const TIME = /^(\d{2,}):([0-5]\d):([0-5]\d),(\d{3})$/;
const msOf = (time: string) => {
  const [, h, m, s, ms] = TIME.exec(time)!.map(Number);
  return ((h * 60 + m) * 60 + s) * 1_000 + ms;
};

/** Parses subtitles as players do: blocks between empty lines, each with an index, a line of times and one line of text. */
function cuesIn(srt: string): Cue[] {
  if (srt === '') return [];
  expect(srt.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  return srt.split('\r\n\r\n').map((block) => {
    const [index, times, text, ...rest] = block.replace(/\r\n$/, '').split('\r\n');
    expect(rest).toEqual([]);
    const [from, to] = times.split(' --> ').map(msOf);
    return { index: Number(index), from, to, text };
  });
}

describe('summarySrt', () => {
  it('has a cue for each sentence, and ends a cue of unknown end after five seconds', () => {
    expect(summarySrt(storedResult())).toBe(
      [
        '1',
        '00:00:01,500 --> 00:00:05,000',
        'A lock lifts boats.',
        '',
        '2',
        '00:00:05,000 --> 00:00:09,000',
        'The keeper opens the lower gate at 10:30.',
        '',
        '3',
        '00:01:10,250 --> 00:01:15,250',
        'Water runs in.',
        '',
        '4',
        '00:01:30,000 --> 00:01:35,000',
        'It has two gates.',
        '',
      ].join('\r\n'),
    );
  });

  const shared = JSON.parse(
    readFileSync(new URL('../../../../proto/cases/summary-srt.json', import.meta.url), 'utf8'),
  ) as { name: string; sentences: { startMs: number; endMs: number; text: string }[]; srt: string }[];
  it.each(shared)('renders the subtitles that the web app renders too: $name', ({ sentences, srt }) => {
    expect(summarySrt({ sentences })).toBe(srt);
  });

  it('neutralises text that would end a cue or be markup', () => {
    const text = 'So\r\n\r\n9\n00:00:01,000 --> 00:00:02,000\nevil {\\an8}<i>x</i> ---> y';
    expect(cuesIn(summarySrt({ sentences: [{ startMs: 3_600_000, endMs: 0, text }] }))).toEqual([
      {
        index: 1,
        from: 3_600_000,
        to: 3_605_000,
        text: 'So 9 00:00:01,000 → 00:00:02,000 evil (\\an8)‹i›x‹/i› → y',
      },
    ]);
  });

  it('numbers its cues from 1, lets none overlap, ends each after its begin, and shows every sentence with words', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('a --> b', '\r\n\r\n1\r\n00:00:00,000 --> 00:00:01,000', '<b>', ' ', '\u2028'),
    );
    const startMs = fc.oneof(fc.nat(20), fc.nat(20_000_000));
    const endMs = fc.oneof(fc.constant(0), fc.nat(20_000_000));
    const sentences = fc.array(fc.record({ startMs, endMs, text }), { maxLength: 12 });
    fc.assert(
      fc.property(sentences, (said) => {
        const cues = cuesIn(summarySrt({ sentences: said }));
        expect(cues.map(({ index }) => index)).toEqual(cues.map((_, at) => at + 1));
        expect(cues.length).toBe(
          said.filter((one) => /[^\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u.test(one.text)).length,
        );
        cues.forEach(({ from, to, text: shown }, at) => {
          expect(to).toBeGreaterThan(from);
          expect(from).toBeGreaterThanOrEqual(cues[at - 1]?.to ?? 0);
          expect(shown).not.toMatch(/-->|[<>{}]/);
        });
      }),
    );
  });
});
