import { HttpProblem } from './http-problem.js';
import { brokenJsonBound, MAX_JSON_DEPTH, MAX_JSON_VALUES, parseJson } from './parse-input.js';

const SIZE = 4_800_000;
const flat = Buffer.from(`{"url":"${'x'.repeat(SIZE)}"}`);

/** As many of these pieces as make a body of the size, each with its number. */
function many(open: string, piece: (index: number) => string, close: string): Buffer {
  const pieces: string[] = [];
  for (let index = 0, size = 0; size < SIZE; index++) size += pieces[pieces.push(piece(index)) - 1].length;
  return Buffer.from(open + pieces.join('') + close);
}

/** Bodies that JSON.parse works on for 10 to 100 times as long as on a flat one of their size. */
const SLOW: [name: string, code: string, body: Buffer][] = [
  ['nested arrays', 'json_too_deep', Buffer.from('['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2))],
  ['opened arrays', 'json_too_deep', Buffer.from('['.repeat(SIZE))],
  ['nested objects', 'json_too_deep', Buffer.from('{"a":'.repeat(SIZE / 6) + '1' + '}'.repeat(SIZE / 6))],
  [
    'arrays of the allowed depth',
    'json_too_many_values',
    many('{"a":[', () => `${'['.repeat(29)}${']'.repeat(29)},`, '1]}'),
  ],
  ['empty objects', 'json_too_many_values', many('{"a":[', () => '{},', '1]}')],
  [
    'objects with names of their own',
    'json_too_many_values',
    many('{"a":[', (index) => `{"k${index.toString(36)}":1},`, '1]}'),
  ],
  [
    'fields with names of their own',
    'json_too_many_values',
    many('{', (index) => `"k${index.toString(36)}":1,`, '"z":1}'),
  ],
  ['fields with one name', 'json_too_many_values', many('{', () => '"a":1,', '"z":1}')],
  ['escaped names', 'json_too_many_values', many('{', (index) => `"\\u0061${index.toString(36)}":1,`, '"z":1}')],
];

/** Strange, but as quick as a flat one. */
const QUICK: [name: string, body: string][] = [
  ['brackets in a text', `{"a":"${'['.repeat(SIZE)}"}`],
  ['brackets behind escaped quotes', `{"a":"${'\\"['.repeat(SIZE / 3)}"}`],
  ['escaped characters', `{"a":"${'\\u0041'.repeat(SIZE / 6)}"}`],
  ['half surrogate pairs', `{"a":"${'\\ud83d'.repeat(SIZE / 6)}"}`],
  ['emojis', `{"a":"${'\u{1F600}'.repeat(SIZE / 4)}"}`],
  ['one number of digits', `{"a":${'9'.repeat(SIZE)}}`],
  ['one exponent', `{"a":1e${'9'.repeat(SIZE)}}`],
  ['one long name', `{"${'k'.repeat(SIZE)}":1}`],
  ['white space', `${' '.repeat(SIZE)}{}`],
];

function refusalOf(body: Buffer): string | undefined {
  try {
    parseJson(body);
    return undefined;
  } catch (error) {
    if (error instanceof HttpProblem) return error.code;
    throw error;
  }
}

/** The shortest of five: what else the machine does only adds. */
function milliseconds(work: () => unknown): number {
  return Math.min(
    ...Array.from({ length: 5 }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}

describe('a JSON body of 4.8 MB', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each(SLOW)(
    'of %s is refused as %s without being parsed, and holds the loop no longer than a flat one',
    (_name, code, body) => {
      const parse = jest.spyOn(JSON, 'parse');
      expect(refusalOf(body)).toBe(code);
      expect(parse).not.toHaveBeenCalled();
      parse.mockRestore();
      expect(milliseconds(() => refusalOf(body))).toBeLessThanOrEqual(milliseconds(() => parseJson(flat)));
    },
  );

  it.each(QUICK)('of %s is understood, and holds the loop hardly longer than a flat one', (_name, text) => {
    const body = Buffer.from(text);
    expect(refusalOf(body)).toBeUndefined();
    expect(milliseconds(() => parseJson(body))).toBeLessThanOrEqual(5 * milliseconds(() => parseJson(flat)));
  });
});

describe('the bounds of a JSON body', () => {
  const nested = (levels: number) => Buffer.from(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  const listed = (values: number) => Buffer.from(`[${'1,'.repeat(values - 1)}1]`);

  it.each([
    ['depth', nested(MAX_JSON_DEPTH), nested(MAX_JSON_DEPTH + 1)],
    ['values', listed(MAX_JSON_VALUES), listed(MAX_JSON_VALUES + 1)],
  ])('%s is broken by one more and by no fewer', (bound, most, tooMuch) => {
    expect(brokenJsonBound(most)).toBeUndefined();
    expect(brokenJsonBound(tooMuch)).toBe(bound);
  });

  it('is not fooled by brackets, quotes and backslashes in texts', () => {
    const text = JSON.stringify({ a: `"\\${'['.repeat(100)}\\\\"${'{'.repeat(100)}`, b: '\\', c: [['deep']] });
    expect(brokenJsonBound(Buffer.from(text))).toBeUndefined();
    expect(brokenJsonBound(Buffer.from(`{"a":"\\\\","b":${'['.repeat(32)}${']'.repeat(32)}}`))).toBe('depth');
  });

  it('is named in the refusal', () => {
    expect(() => parseJson(nested(33))).toThrow('nested at most 32 levels');
    expect(() => parseJson(listed(100_001))).toThrow('at most 100000 values');
  });
});
