import { segmentsFrom } from './said-captions.js';
import { readSubtitles } from './subtitles.js';

const said = (file: string) =>
  segmentsFrom(readSubtitles(file).said).map(({ startMs, text }) => [startMs / 1_000, text]);
const lost = (file: string) => readSubtitles(file).warnings.map(({ detail }) => detail);

const SRT = `1
00:00:01,000 --> 00:00:03,500
The lock lifts a boat.

2
00:00:04,000 --> 00:00:06,000
It has two gates.

3
00:00:07,000 --> 00:00:09,000
Each holds the water.
`;
const VTT = `WEBVTT

00:01.000 --> 00:03.500
The lock lifts a boat.

00:04.000 --> 00:06.000
It has two gates.

00:07.000 --> 00:09.000
Each holds the water.
`;
const ALL = [
  [1, 'The lock lifts a boat.'],
  [4, 'It has two gates.'],
  [7, 'Each holds the water.'],
];

describe('the structure of a subtitle file is not speech', () => {
  it.each<[string, string]>([
    ['line ends of three signs', SRT.replaceAll('\n', '\r\r\n')],
    ['line ends of all kinds', SRT.replace('\n', '\r').replace('\n', '\r\n').replace('\n', '\r\r\n')],
    ['every line doubled', SRT.replaceAll('\n', '\n\n')],
    ['an empty line between number and times', SRT.replaceAll(/^(\d)\n/gm, '$1\n\n')],
    ['an empty line between times and text', SRT.replaceAll(/(,\d00\n)(?=[A-Z])/g, '$1\n')],
    ['a number twice', SRT.replace('2\n', '2\n2\n')],
    ['a number twice, apart', SRT.replace('2\n', '2\n\n2\n')],
    ['numbers that are wrong', SRT.replace('2\n', '17\n').replace('3\n', '3\n')],
    ['numbers from 0', SRT.replace('1\n', '0\n').replace('\n2\n', '\n1\n').replace('\n3\n', '\n2\n')],
    ['a number missing', SRT.replace('2\n', '')],
    ['a number before the times', SRT.replaceAll(/^(\d)\n/gm, '$1 ')],
    ['numbers with a sign', SRT.replaceAll(/^(\d)\n/gm, '#$1.\n')],
    ['no empty lines', SRT.replaceAll('\n\n', '\n')],
    ['a dash and a bracket for an arrow', SRT.replaceAll('-->', '->')],
    ['an en dash in the arrow', SRT.replaceAll('-->', '–>')],
    ['an em dash in the arrow', SRT.replaceAll('-->', '—>')],
    ['one sign for an arrow', SRT.replaceAll('-->', '→')],
    ['an encoded arrow', SRT.replaceAll('-->', '--&gt;')],
    ['hyphens of other kinds in the arrow', SRT.replaceAll('-->', '‐‑>')],
    ['an arrow of two heads', SRT.replaceAll('-->', '-->>')],
    ['a dash for an arrow', SRT.replaceAll('-->', '-')],
    ['a comma for an arrow', SRT.replaceAll(/(\d\d),(\d00)/g, '$1.$2').replaceAll(' --> ', ',')],
    ['text-direction characters around numbers and times', SRT.replaceAll(/^(\d.*)$/gm, '\u202a$1\u202c')],
    [
      'Arabic-Indic digits',
      SRT.replaceAll(/\d(?=.*-->)|(?<=-->.*)\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
    ],
    [
      'full-width digits',
      SRT.replaceAll(/\d(?=.*-->)|(?<=-->.*)\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ],
    ['the code fence of a chat program', `\`\`\`srt\n${SRT}\`\`\`\n`],
    ['the number of a cue that was cut off', `${SRT}\n4\n`],
    ['a split arrow', SRT.replaceAll('-->', '- ->')],
    ['no spaces around the arrow', SRT.replaceAll(' --> ', '-->')],
    ['spaces in the times', SRT.replaceAll(/:(\d\d),/g, ': $1, ')],
    ['colons before the fractions', SRT.replaceAll(/(\d\d),(\d)/g, '$1:$2')],
    ['six digits in the fractions', SRT.replaceAll(/,(\d{3})/g, ',$1999')],
    ['settings after the times', SRT.replaceAll(/(--> .*)/g, '$1 X1:201 X2:516 Y1:397 Y2:423')],
    ['the text after the times', SRT.replaceAll(/(--> .*)\n/g, '$1 ')],
    ['times in brackets', SRT.replaceAll(/^\d\n(.*)\n/gm, '[$1]  ')],
    ['a header of WebVTT', `WEBVTT\n\n${SRT}`],
    ['a part that begins with a byte order mark', SRT.replace('\n3\n', '\n\ufeff3\n')],
    ['spaces at the ends of lines', SRT.replaceAll('\n', ' \n')],
    ['spaces in empty lines', SRT.replaceAll('\n\n', '\n \t\n')],
    ['frames for fractions', SRT.replaceAll(/,\d00/g, ':00').replace('03:00', '03:15')],
  ])('in SubRip with %s', (_, file) => {
    expect(said(file)).toEqual(ALL);
    expect(lost(file)).toEqual([]);
  });

  it.each<[string, string]>([
    ['a newline before the header', `\n${VTT}`],
    ['spaces before the header', `  ${VTT}`],
    ['a byte order mark and a newline', `\ufeff\n${VTT}`],
    ['a header in lower case', VTT.replace('WEBVTT', 'webvtt')],
    ['a header with text', VTT.replace('WEBVTT', 'WEBVTT - a lock\nKind: captions\nLanguage: en')],
    ['no empty line below the header', VTT.replace('WEBVTT\n\n', 'WEBVTT\n')],
    ['a map of the stream', VTT.replace('WEBVTT', 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000')],
    ['a header inside', VTT.replace('\n00:04', 'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n00:04')],
    [
      'a header right below a text',
      VTT.replace('\n\n00:04', '\nWEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n00:04'),
    ],
    ['notes', VTT.replace('\n00:04', '\nNOTE checked\nby the editor\n\n00:04')],
    ['a note right below a text', VTT.replace('\n\n00:04', '\nNOTE checked by the editor\n\n00:04')],
    ['a note in capitals', VTT.replace('\n00:04', '\nNOTE ASK THE LAWYERS\n\n00:04')],
    [
      'styles and regions inside',
      VTT.replace('\n00:04', '\nSTYLE\n::cue { color: red }\n\nREGION\nid:fred\nwidth:40%\n\n00:04'),
    ],
    ['a style right below a text', VTT.replace('\n\n00:04', '\nSTYLE\n::cue(b) { color: red }\n\n00:04')],
    ['names of cues', VTT.replaceAll(/^00/gm, 'segment-id-7\n00')],
    [
      'numbers of cues',
      VTT.replace('00:01', '1\n00:01').replace('\n00:04', '\n2\n00:04').replace('\n00:07', '\n3\n00:07'),
    ],
    ['every line doubled', VTT.replaceAll('\n', '\n\n')],
    ['line ends of three signs', VTT.replaceAll('\n', '\r\r\n')],
    ['settings', VTT.replaceAll(/(--> .*)/g, '$1 align:start position:0%')],
    ['times that a player cannot read', VTT.replaceAll(/\.(\d)/g, ',$1')],
  ])('in WebVTT with %s', (_, file) => {
    expect(said(file)).toEqual(ALL);
    expect(lost(file)).toEqual([]);
  });

  it('keeps the parts of a stream in order, although their clocks start again or are set by their maps', () => {
    const anew = `${VTT}\n${VTT.replace('The lock', 'A second lock').replaceAll('00:01.000', '00:01.000')}`.replace(
      '00:09',
      '00:19',
    );
    expect(said(anew).map(([start]) => start)).toEqual([1, 4, 7, 20, 23, 26]);
    const map = (seconds: number) => `X-TIMESTAMP-MAP=MPEGTS:${900_000 + seconds * 90_000},LOCAL:00:00:00.000`;
    const part = (seconds: number, text: string) => `WEBVTT\n${map(seconds)}\n\n00:01.000 --> 00:03.000\n${text}\n\n`;
    expect(said(part(0, 'One.') + part(10, 'Two.') + part(20, 'Three.'))).toEqual([
      [1, 'One.'],
      [11, 'Two.'],
      [21, 'Three.'],
    ]);
  });
});

describe('speech is not mistaken for structure', () => {
  it.each([
    'Open the menu File --> Export and choose.',
    'It goes A -> B → C.',
    '-->',
    '3:00 --> 5:00 is when we meet.',
    'From 3:00 --> 5:00 we meet.',
    'WEBVTT is a format.',
    'STYLE matters.',
    'NOTE THAT THE WATER RISES.',
    'Note that the water rises.',
    '1788',
    'In\n1788',
    'In\n3',
    'We count:\n1\n2\n3',
    '10:30 - 11:00 lunch',
    '3:00 - 5:00',
  ])('%j is kept as speech', (text) => {
    const file = SRT.replace('It has two gates.', text);
    expect(said(file)[1][1]).toBe(text.replaceAll('\n', ' '));
    expect(said(file)).toHaveLength(3);
  });

  it('that is only a number is kept, with and without cue numbers', () => {
    const count = (number: string) =>
      `1\n00:01,0 --> 00:02,0\n3\n\n${number}00:02,0 --> 00:03,0\n2\n\n00:03,0 --> 00:04,0\n1\n`;
    expect(said(count('2\n')).map(([, text]) => text)).toEqual(['3', '2', '1']);
    expect(said(count('').replace('1\n', '')).map(([, text]) => text)).toEqual(['3', '2', '1']);
    expect(said(VTT.replace('It has two gates.', '2')).map(([, text]) => text)[1]).toBe('2');
  });
});

describe('an unreadable cue (SUM-25)', () => {
  it.each<[string, string, string]>([
    ['a negative time', SRT.replace('00:00:04', '-00:00:04'), 'no times'],
    ['a time that is no number', SRT.replace('00:00:04,000', 'NaN'), 'no times'],
    ['a letter in a time', SRT.replace('00:00:04', '00:00:0x'), 'no times'],
    ['an end that is no time', SRT.replace('00:00:06,000', 'x'), 'no times'],
    ['no end', SRT.replace('00:00:06,000', ''), 'no times'],
    ['no times', SRT.replace('00:00:04,000 --> 00:00:06,000', ' --> '), 'no times'],
    ['a time of many digits', SRT.replace('00:00:04', '99999999999:00:04'), 'no times'],
    ['a time after seven days', SRT.replace('00:00:06', '200:00:06'), 'after seven days'],
    ['an end before its start', SRT.replace('00:00:06', '00:00:03'), 'the end is before the start'],
    ['a text of 5,001 characters', SRT.replace('two gates', 'x'.repeat(5_001)), 'more than 5000 characters'],
    ['a text without end', SRT.replace('two gates', 'x'.repeat(60_000)), 'too long'],
  ])('with %s is left out with its words, and reported by its line', (_, file, why) => {
    for (const one of [file, file.replaceAll('\n', '\r\r\n')]) {
      expect(said(one)).toEqual([ALL[0], ALL[2]]);
      expect(lost(one)).toEqual([expect.stringMatching(new RegExp(`^line 6: .*${why}`))]);
    }
  });

  it('is reported only if it is among the first 20', () => {
    const file = Array.from({ length: 200 }, (_, at) => `${at}:00 --> ${at % 2 ? at : at - 1}:30\nWord ${at}.`).join(
      '\n\n',
    );
    expect(said(file)).toHaveLength(100);
    expect(lost(file)).toHaveLength(20);
  });

  it('makes the file invalid only when more than half of its cues are unreadable', () => {
    const bad = (count: number) => SRT + '\n00:00:09,000 --> 00:00:08,000\nno\n'.repeat(count);
    expect(said(bad(3))).toEqual(ALL);
    expect(() => readSubtitles(bad(4))).toThrow(
      'at line 13: the end is before the start; only 3 of 7 cues can be read.',
    );
    expect(() => readSubtitles('1\n1000 --> 5500\nHello.\n')).toThrow('milliseconds');
  });
});
