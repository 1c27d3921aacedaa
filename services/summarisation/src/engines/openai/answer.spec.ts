import { answerIn } from './answer.js';
import { waitAsked } from './model-client.js';

const document = (more: object = {}) => ({
  language: 'en',
  sentences: [{ text: ' The  mill\nturns. ', from: '[01:02]', to: '1:00:03' }],
  points: [],
  chapters: [],
  focus_found: true,
  ...more,
});
const said = (count: number, text = 'The mill turns.') =>
  Array.from({ length: count }, () => ({ text, from: '0:00', to: '0:00' }));

describe('answerIn', () => {
  it.each([
    ['alone', (json: string) => json],
    ['in a code fence', (json: string) => `\`\`\`json\n${json}\n\`\`\``],
    ['with words around it', (json: string) => `Sure! ${json} Anything else?`],
  ])('reads a document %s', (_, around) => {
    expect(answerIn(around(JSON.stringify(document())))).toEqual({
      sentences: [{ text: 'The mill turns.', fromMs: 62_000, toMs: 3_603_000 }],
      points: [],
      chapters: [],
      focusFound: true,
    });
  });

  it.each([
    ['75', 75_000],
    ['75.5s', 75_500],
    ['soon', Number.NaN],
    ['-1:00', Number.NaN],
    [`${' '.repeat(900)}75`, Number.NaN],
  ])('reads the time %s as %d ms', (from, ms) => {
    const [sentence] = answerIn(JSON.stringify(document({ sentences: [{ text: 'x', from, to: from }] }))).sentences;
    expect(sentence.fromMs).toBe(ms);
  });

  it.each([
    ['unreadable', JSON.stringify(document()).slice(0, -3)],
    ['unreadable', 'No.'],
    ['unreadable', '[]'],
    ['unreadable', JSON.stringify({ sentences: 'many' })],
    ['empty', JSON.stringify(document({ sentences: [] }))],
    ['over_long', JSON.stringify(document({ sentences: said(41) }))],
    ['over_long', JSON.stringify(document({ points: said(81) }))],
    ['over_long', JSON.stringify(document({ sentences: said(1, 'x'.repeat(1_001)) }))],
    ['over_long', JSON.stringify(document({ chapters: Array.from({ length: 61 }, () => ({})) }))],
  ])('fails with %s for %.60s', (code, body) => {
    expect(() => answerIn(body)).toThrow(expect.objectContaining({ code }));
  });
});

describe('an answer of a hostile server', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['brackets in brackets', `{"sentences":${'['.repeat(450_000)}${']'.repeat(450_000)}}`],
    ['one sentence of 900 kB', JSON.stringify(document({ sentences: said(1, 'a-'.repeat(450_000)) }))],
  ])('is refused because of its length, without being parsed: %s', (_, body) => {
    const parse = jest.spyOn(JSON, 'parse');
    expect(() => answerIn(body)).toThrow(expect.objectContaining({ code: 'over_long' }));
    expect(parse).not.toHaveBeenCalled();
  });

  it('with too many parts is refused before any of them is read, so their faults are not named', () => {
    const body = JSON.stringify(document({ points: Array.from({ length: 40_000 }, () => 1) }));
    expect(() => answerIn(body)).toThrow(expect.objectContaining({ code: 'over_long' }));
  });
});

describe('waitAsked', () => {
  it.each([
    ['2', 2_000],
    ['0', 0],
    ['never', undefined],
    ['', undefined],
    [null, undefined],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ])('reads the Retry-After %p as %p ms', (header, ms) => {
    expect(waitAsked(header)).toBe(ms);
  });
});
