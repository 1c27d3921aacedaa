import { cleanTranscript } from '../engines/extractive/clean-transcript.js';
import { verifySentences } from './verify-sentences.js';

const line = (startMs: number, text: string, durationMs = 4_000) => ({ startMs, durationMs, text });
const filler = (fromMs: number, count: number) =>
  Array.from({ length: count }, (_, nr) =>
    line(fromMs + nr * 4_000, `nothing of note happens in minute ${nr} of this long walk`),
  );
const LINES = [
  line(0, 'a canal boat weighs as much as'),
  line(4_000, 'three elephants, um, and yet one person'),
  line(8_000, 'can lift it six metres up a hill'),
  ...filler(12_000, 100),
  line(412_000, "Leonardo's gates point upstream"),
];
const reasons = (startMs: number, text: string, lines = LINES, language = 'en', endMs = 416_000) =>
  verifySentences([{ startMs, text }], cleanTranscript(lines), language, endMs)[0].reasons;

describe('a sentence', () => {
  it.each([
    [0, 'A canal boat weighs as much as three elephants and yet one person can lift it.'],
    [6_000, 'Three elephants, and yet one person can lift it six metres.'],
    [0, 'One person is able to lift a boat as heavy as 3 elephants.'],
    [412_000, 'Leonardo’s gates point upstream.'],
    [416_000, 'Leonardo’s gates point upstream.'],
  ])('is supported at %s ms by what is said there, in its words or others', (startMs, text) => {
    expect(reasons(startMs, text)).toEqual([]);
  });

  it.each([
    ['words that are nowhere', 0, 'Buy our excellent pills today and become rich.', 'words_not_said'],
    ['a number alone that is said', 0, 'Send 3 coins to this address.', 'words_not_said'],
    ['words said minutes later', 0, 'Leonardo’s gates point upstream.', 'words_not_said'],
    ['a moment before the start', -1, 'A canal boat weighs as much as', 'outside_video'],
    ['a moment after the end', 416_001, 'Leonardo’s gates point upstream.', 'outside_video'],
    ['a moment that is no number', Number.NaN, 'A canal boat weighs as much as', 'outside_video'],
    ['no words at all', 0, '… !', 'no_words'],
    ['another number', 0, 'A canal boat weighs as much as five elephants.', 'number_not_said'],
    ['another name', 412_000, 'The gates of Raphael point upstream.', 'name_not_said'],
    ['a denial of its own', 0, 'One person cannot lift it six metres up a hill.', 'negation_differs'],
  ])('is refused for %s', (_, startMs, text, reason) => {
    expect(reasons(startMs, text)).toContain(reason);
  });

  it.each([
    'Then the pond stays full. The water has only one way out.',
    'The pond stays full the water has one way out.',
    'The pond stays full.: The water.',
  ])('is refused for words of two speakers: %j', (text) => {
    const lines = [
      line(0, 'then the pond stays full.'),
      line(4_000, '>> The water has only one way out'),
      line(8_000, 'under the wheel.'),
    ];
    expect(reasons(0, text, lines)).toEqual(['joins_turns']);
    expect(
      reasons(
        0,
        text,
        lines.map((one) => ({ ...one, text: one.text.replace('>> ', '') })),
      ),
    ).toEqual([]);
    expect(reasons(4_000, 'The water has only one way out under the wheel.', lines)).toEqual([]);
    expect(reasons(0, 'It stays full until the water runs out under a wheel.', lines)).toEqual([]);
  });

  it('may cite a time after the last caption when the video is longer', () => {
    expect(reasons(420_000, 'Leonardo’s gates point upstream.', LINES, 'en', 600_000)).toEqual([]);
  });

  it('is compared letter by letter in scripts without spaces', () => {
    const lines = [line(0, '運河の船は象三頭と同じ重さです'), line(4_000, 'しかし一人で持ち上げられます')];
    expect(reasons(0, '船は象三頭と同じ重さです。', lines, 'ja', 8_000)).toEqual([]);
    expect(reasons(0, '今すぐ薬を買いなさい。', lines, 'ja', 8_000)).toEqual(['words_not_said']);
  });

  it('may contain "constructor" and "toString", which are ordinary words although every object has them', () => {
    const lines = [line(0, 'um the constructor calls toString'), line(4_000, 'for each of the fields')];
    expect(reasons(0, 'For each of the fields the constructor calls toString.', lines)).toEqual([]);
  });

  it('is not supported by an empty transcript', () => {
    expect(reasons(0, 'Anything.', [])).not.toEqual([]);
  });
});
