import { HttpProblem } from './http-problem.js';
import { QUICK, SLOW } from '../testing/costly-json.js';
import { brokenJsonBound, MAX_JSON_DEPTH, MAX_JSON_VALUES, parseJson } from './parse-input.js';

function refusalOf(body: Buffer): string | undefined {
  try {
    parseJson(body);
    return undefined;
  } catch (error) {
    if (error instanceof HttpProblem) return error.code;
    throw error;
  }
}

describe('a JSON body of 4.8 MB', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each(SLOW)('of %s is refused as %s without being parsed', (_name, code, body) => {
    const parse = jest.spyOn(JSON, 'parse');
    expect(refusalOf(body)).toBe(code);
    expect(parse).not.toHaveBeenCalled();
  });

  it.each(QUICK)('of %s is parsed', (_name, text) => {
    expect(refusalOf(Buffer.from(text))).toBeUndefined();
  });
});

describe('the bounds of a JSON body', () => {
  const nested = (levels: number) => Buffer.from(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  const listed = (values: number) => Buffer.from(`[${'1,'.repeat(values - 1)}1]`);

  it.each([
    ['depth', nested(MAX_JSON_DEPTH), nested(MAX_JSON_DEPTH + 1)],
    ['values', listed(MAX_JSON_VALUES), listed(MAX_JSON_VALUES + 1)],
  ])('allow the maximum of %s and refuse one more', (bound, most, tooMuch) => {
    expect(brokenJsonBound(most)).toBeUndefined();
    expect(brokenJsonBound(tooMuch)).toBe(bound);
  });

  it('ignore brackets, quotes and backslashes in texts', () => {
    const text = JSON.stringify({ a: `"\\${'['.repeat(100)}\\\\"${'{'.repeat(100)}`, b: '\\', c: [['deep']] });
    expect(brokenJsonBound(Buffer.from(text))).toBeUndefined();
    expect(brokenJsonBound(Buffer.from(`{"a":"\\\\","b":${'['.repeat(32)}${']'.repeat(32)}}`))).toBe('depth');
  });

  it('are named in the refusal', () => {
    expect(() => parseJson(nested(33))).toThrow('nested at most 32 levels');
    expect(() => parseJson(listed(100_001))).toThrow('at most 100000 values');
  });
});
