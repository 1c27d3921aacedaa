import { formatTraceparent, parseTraceparent } from './traceparent.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';
const GOOD = `00-${TRACE}-${SPAN}-01`;

describe('a traceparent', () => {
  it.each([GOOD, `00-${TRACE}-${SPAN}-00`])('%s is read and written back as it was', (text) => {
    expect(formatTraceparent(parseTraceparent(text)!)).toBe(text);
  });

  it('keeps only the flag that the trace is recorded', () => {
    expect(formatTraceparent(parseTraceparent(`00-${TRACE}-${SPAN}-ff`)!)).toBe(GOOD);
    expect(formatTraceparent(parseTraceparent(`00-${TRACE}-${SPAN}-fe`)!)).toBe(`00-${TRACE}-${SPAN}-00`);
  });

  it('of a later version may have more fields, and is passed on as version 00', () => {
    expect(formatTraceparent(parseTraceparent(`cc-${TRACE}-${SPAN}-01-what-comes`)!)).toBe(GOOD);
    expect(formatTraceparent(parseTraceparent(`01-${TRACE}-${SPAN}-01`)!)).toBe(GOOD);
  });

  it.each([
    undefined,
    null,
    [GOOD],
    '',
    GOOD.slice(1),
    GOOD.slice(0, -1),
    `${GOOD}-more`,
    `${GOOD}0`,
    `ff${GOOD.slice(2)}`,
    `01-${TRACE}-${SPAN}-01more`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    GOOD.toUpperCase(),
    `${GOOD}\n`,
    ` ${GOOD}`,
    `${GOOD}, ${GOOD}`,
    `cc-${TRACE}-${SPAN}-01-${'x'.repeat(10_000)}`,
    `cc-${TRACE}-${SPAN}-01-\u0000`,
  ])('%j counts as none', (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});
