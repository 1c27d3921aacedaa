import { markOf, MOST_BYTES, readTranscript } from './own-transcript.rule';

const SRT = '1\n00:00:01,000 --> 00:00:03,000\nA lock lifts boats.\n';
const VTT = 'WEBVTT\n\n00:01.000 --> 00:03.000\nA lock lifts boats.\n';

/** Fewer than 200,000 words, in more than 200,000 tokens of any form. */
const said = Array.from({ length: 70_000 }, (_, at) => at);
const two = (value: number) => String(value).padStart(2, '0');
const clock = (at: number) => `${two(Math.floor(at / 60) % 60)}:${two(at % 60)}`;
const lines = (of: (at: number) => string) => said.map(of).join('\n');

describe("a transcript of one's own (WEB-48)", () => {
  it.each([
    ['SRT', SRT],
    ['WebVTT', VTT],
  ])('in %s is sent unchanged', (_name, text) => {
    expect(readTranscript(`\uFEFF${text}`)).toEqual({ transcript: text.trim() });
  });

  it.each([
    ['an array', (segments: object[]) => segments],
    ['the answer of an API', (segments: object[]) => ({ title: 'x', segments })],
    ['another one', (segments: object[]) => ({ transcript: segments })],
  ])('in JSON is sent as its segments: %s', (_name, form) => {
    const segments = [{ start: 1, text: 'A lock lifts boats.' }];
    expect(readTranscript(JSON.stringify(form(segments)))).toEqual({ transcript: segments });
  });

  it('of lines that begin with a time is sent as segments, as people copy it', () => {
    const text = '0:00\nA lock\nlifts boats.\n\n[1:05] The gates hold.\n1:02:03 - It ends.\n1:02:04';
    expect(readTranscript(text)).toEqual({
      transcript: [
        { start_seconds: 0, text: 'A lock lifts boats.' },
        { start_seconds: 65, text: 'The gates hold.' },
        { start_seconds: 3723, text: 'It ends.' },
      ],
    });
  });

  it.each([
    ['', 'empty'],
    [' \n ', 'empty'],
    ['A lock lifts boats. The gates hold.', 'noTimes'],
    ['A title\n0:00 A lock lifts boats.', 'noTimes'],
    ['[1, 2]', 'noTimes'],
    ['{"text": "no segments"}', 'badJson'],
    ['[{"text": "cut off', 'badJson'],
    [`0:00 ${'word '.repeat(200_001)}`, 'tooManyWords'],
    [`0:00 ${'w'.repeat(MOST_BYTES)}`, 'tooLarge'],
  ])('is refused with its fault: %#', (text, problem) => {
    expect(readTranscript(text)).toEqual({ problem });
  });

  it.each([
    ['lines', lines((at) => `[${clock(at)}] - word`)],
    [
      'JSON',
      JSON.stringify(
        said.map((at) => ({ start: at, text: 'word' })),
        null,
        1,
      ),
    ],
    [
      'WebVTT',
      `WEBVTT\n\nNOTE made by hand\n\n${lines((at) => `${at}\n${clock(at)}.000 --> ${clock(at)}.900\nword\n`)}`,
    ],
    ['SRT', lines((at) => `${at}\n00:${clock(at)},000 --> 00:${clock(at)},900\nword\n`)],
  ])('of up to 200,000 words is accepted, whatever else its %s contain (SUM-10)', (_form, text) => {
    expect(text.split(/\s+/).length).toBeGreaterThan(200_000);
    expect(readTranscript(text)).toHaveProperty('transcript');
  });

  it('of segments is refused by the words of their texts alone (SUM-10)', () => {
    const segments = [{ start: 0, text: 'word '.repeat(200_001) }, { start: 1 }];
    expect(readTranscript(JSON.stringify(segments))).toEqual({ problem: 'tooManyWords' });
  });

  it('has another mark when its content differs', () => {
    expect(markOf(SRT)).toBe(markOf(SRT));
    expect(new Set([SRT, VTT, SRT.replace('boats', 'ships'), `${SRT} `].map(markOf)).size).toBe(4);
  });
});
