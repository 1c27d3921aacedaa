import { segmentsFrom } from './said-captions.js';
import { readSubtitles } from './subtitles.js';

const captionsOfSubtitles = (file: string) => segmentsFrom(readSubtitles(file).said);
const texts = (file: string) => captionsOfSubtitles(file).map(({ text }) => text);
const refusal = (file: string): unknown => {
  try {
    return captionsOfSubtitles(file);
  } catch (error) {
    return error;
  }
};

const SRT = `1
00:00:01,000 --> 00:00:03,500
The lock lifts a boat.

2
00:00:04,000 --> 00:00:06,000
It has two gates,
one at each end.
`;

describe('SubRip', () => {
  it.each([
    ['as written', SRT],
    ['with a byte order mark', `\ufeff${SRT}`],
    ['with CRLF', SRT.replaceAll('\n', '\r\n')],
    ['with CR', SRT.replaceAll('\n', '\r')],
    ['with points for commas', SRT.replaceAll(/(\d),(\d)/g, '$1.$2')],
    ['without hours', SRT.replaceAll('00:00:', '00:')],
    ['without empty lines', SRT.replaceAll('\n\n', '\n')],
    ['without numbers', SRT.replace('1\n', '').replace('\n2\n', '\n')],
    ['with marks', SRT.replace('boat', '<i>boat</i>').replace('It', String.raw`{\an8}<font color="red">It</font>`)],
    ['in another order', SRT.split('\n\n').reverse().join('\n\n')],
    ['with empty lines in a text', SRT.replace('two gates,\n', 'two gates,\n\n')],
    ['cut at its end', SRT.trimEnd()],
  ])('%s', (_, file) => {
    expect(captionsOfSubtitles(file)).toEqual([
      { startMs: 1_000, durationMs: 2_500, text: 'The lock lifts a boat.' },
      { startMs: 4_000, durationMs: 2_000, text: 'It has two gates, one at each end.' },
    ]);
  });

  it('keeps a number that somebody says', () => {
    expect(texts('1\n00:01,000 --> 00:02,000\nIt was built in\n1788\n\n2\n00:03,000 --> 00:04,000\nby hand.')).toEqual([
      'It was built in 1788',
      'by hand.',
    ]);
  });
});

const VTT = `WEBVTT - a talk
Kind: captions

NOTE
Nothing of this is said.

STYLE
::cue { color: red }

intro
00:01.000 --> 00:03.500 align:start position:0%
<v Ann Keeper>The &lt;lock&gt; lifts a boat &amp; more.</v>

1:00:04.000 --> 1:00:06.000
<c.yellow>It has</c> <00:00:05.000><c>two gates.</c>
`;

describe('WebVTT', () => {
  it('is read without its notes, styles, names, settings and markup', () => {
    expect(captionsOfSubtitles(VTT)).toEqual([
      { startMs: 1_000, durationMs: 2_500, text: 'The <lock> lifts a boat & more.' },
      { startMs: 3_604_000, durationMs: 2_000, text: 'It has two gates.' },
    ]);
  });

  it('returns each line of rolling captions once, from when it is first shown', () => {
    const rolling = `WEBVTT

00:00:00.160 --> 00:00:02.149 align:start position:0%
 
hello<00:00:00.480><c> everyone</c>

00:00:02.149 --> 00:00:02.159 align:start position:0%
hello everyone
 

00:00:02.159 --> 00:00:04.000 align:start position:0%
hello everyone
welcome<00:00:02.900><c> to the lock</c>

00:00:04.000 --> 00:00:04.010 align:start position:0%
welcome to the lock
 

00:00:04.010 --> 00:00:06.000 align:start position:0%
welcome to the lock
it lifts boats
`;
    expect(captionsOfSubtitles(rolling)).toEqual([
      { startMs: 160, durationMs: 1_999, text: 'hello everyone' },
      { startMs: 2_159, durationMs: 1_851, text: 'welcome to the lock' },
      { startMs: 4_010, durationMs: 1_990, text: 'it lifts boats' },
    ]);
  });

  it('keeps words that are spoken again later', () => {
    expect(texts('WEBVTT\n\n00:01.000 --> 00:02.000\nYes\n\n00:09.000 --> 00:10.000\nYes\n')).toEqual(['Yes', 'Yes']);
  });
});

describe('an unreadable file', () => {
  it.each([
    ['plain text', 'The lock lifts a boat.'],
    ['only a header', 'WEBVTT\n\nNOTE\nnothing'],
    ['a long text', 'The lock lifts a boat. '.repeat(20_000)],
  ])('with %s is refused, and the error quotes none of its words', (_, file) => {
    const error = refusal(file);
    expect(error).toMatchObject({ kind: 'invalid', code: 'transcript_invalid' });
    expect((error as Error).message).toContain('at line 1:');
    expect((error as Error).message).not.toMatch(/boat|nothing/);
  });
});
