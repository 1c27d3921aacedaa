import { z } from 'zod';
import { optionalMonth, optionalNumber, optionalText, optionalWord, requiredText } from './input-fields.js';
import { HttpProblem } from './http-problem.js';
import { parseFields, parseJson } from './parse-input.js';

const schema = z.object({
  url: requiredText(20),
  prompt: optionalText(5),
  type: optionalWord(['auto', 'short']),
  hours: optionalNumber(0, 24, 'hours'),
});
const URL_RULE = 'a text of 1 to 20 characters that is not blank and has no null bytes';

function problemOf(work: () => unknown): HttpProblem {
  try {
    work();
  } catch (error) {
    if (error instanceof HttpProblem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a request body', () => {
  it.each(['{', '', '[]', '"text"', 'null', '1', '{"a":1}x'])('%j is refused unless empty or an object', (text) => {
    if (text === '') expect(parseJson(Buffer.from(text))).toEqual({});
    else expect(problemOf(() => parseJson(Buffer.from(text)))).toMatchObject({ status: 400, code: 'invalid_json' });
  });

  it('must be UTF-8', () => {
    expect(problemOf(() => parseJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])))).toMatchObject({
      code: 'invalid_json',
    });
  });

  it('keeps the fields it knows and no others', () => {
    expect(parseFields(schema, JSON.parse('{"url":"x","extra":1,"__proto__":{"admin":true}}'))).toEqual({ url: 'x' });
  });

  it('treats null and empty as absent', () => {
    expect(parseFields(schema, { url: 'x', prompt: null, type: '' })).toEqual({ url: 'x' });
    expect(parseFields(schema, { url: 'x', prompt: '', type: null })).toEqual({ url: 'x' });
  });

  it('reports a blank optional field as not allowed, not as missing', () => {
    expect(problemOf(() => parseFields(schema, { url: 'x', type: ' ' }))).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
    });
  });

  it.each([undefined, null, '', '   '])('reports a required field as missing when it is %j', (url) => {
    expect(problemOf(() => parseFields(schema, { url }))).toMatchObject({
      status: 400,
      code: 'missing_parameter',
      publicMessage: `Missing required parameter: url, ${URL_RULE}`,
    });
  });

  it.each([
    [{ url: 1 }, `Invalid parameter url: must be ${URL_RULE}`],
    [{ url: 'x'.repeat(21) }, `Invalid parameter url: must be ${URL_RULE}`],
    [{ url: 'a\0b' }, `Invalid parameter url: must be ${URL_RULE}`],
    [
      { url: 'x', prompt: 'longer' },
      'Invalid parameter prompt: must be a text of at most 5 characters without null bytes',
    ],
    [{ url: 'x', type: 'long' }, 'Invalid parameter type: must be one of: auto, short'],
    [{ url: 'x', hours: 25 }, 'Invalid parameter hours: must be a number of hours from 0 to 24'],
  ])('%j is refused with the wrong field and its rule, not its value', (body, message) => {
    expect(problemOf(() => parseFields(schema, body))).toMatchObject({
      status: 400,
      code: 'invalid_parameter',
      publicMessage: message,
    });
  });
});

describe('a field', () => {
  it('counts characters, not UTF-16 units', () => {
    expect(parseFields(schema, { url: '\u{1F600}'.repeat(20) })).toEqual({ url: '\u{1F600}'.repeat(20) });
    expect(problemOf(() => parseFields(schema, { url: '\u{1F600}'.repeat(21) }))).toMatchObject({
      code: 'invalid_parameter',
    });
  });

  it('is checked in a time that grows only with its length', () => {
    const texts = ['x'.repeat(5_000_000), `${'x '.repeat(2_500_000)}\0`, ' '.repeat(5_000_000)];
    for (const url of texts) expect(problemOf(() => parseFields(schema, { url }))).toMatchObject({ status: 400 });
  });
});

describe('a month in the query', () => {
  const query = z.object({ month: optionalMonth() });

  it.each(['2000-01', '2026-11', '9999-12'])('%s is accepted', (month) => {
    expect(parseFields(query, { month })).toEqual({ month });
  });

  it.each([undefined, ''])('is treated as absent when it is %j', (month) => {
    expect(parseFields(query, { month })).toEqual({ month: undefined });
  });

  it.each([
    '0000-01',
    '1999-12',
    '10000-01',
    '2026-00',
    '2026-13',
    '2026-1',
    '2026-11-01',
    ' 2026-11',
    '2026-11\n',
    '２０２６-11',
    ['2026-11', '2026-10'],
    { a: 1 },
  ])('%j is refused', (month) => {
    expect(problemOf(() => parseFields(query, { month }))).toMatchObject({ status: 400, code: 'invalid_parameter' });
  });
});
