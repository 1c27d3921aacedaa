import { keepMs } from './repeated-answer.rule.js';

const noon = new Date('2026-11-21T12:00:00Z');
const isLasting = true;

describe('the time for which a stored result is repeated without a new request (SUM-31)', () => {
  it('is a minute', () => {
    expect(keepMs(noon, { isLasting })).toBe(60_000);
    expect(keepMs(noon, { isLasting, until: new Date('2026-11-22T11:00:00Z') })).toBe(60_000);
  });

  it('ends with the time for which the transcript is believed (VID-12)', () => {
    expect(keepMs(noon, { isLasting, until: new Date('2026-11-21T12:00:07Z') })).toBe(7_000);
    expect(keepMs(noon, { isLasting, until: noon })).toBe(0);
    expect(keepMs(noon, { isLasting, until: new Date('2026-11-21T11:59:59Z') })).toBe(0);
  });

  it('ends with the UTC day, so that the next day is counted as one of delivery too (DATA-3)', () => {
    expect(keepMs(new Date('2026-11-21T23:59:58.500Z'), { isLasting })).toBe(1_500);
    expect(keepMs(new Date('2026-11-22T00:00:00Z'), { isLasting })).toBe(60_000);
  });

  it('is zero when another result may replace it at any moment', () => {
    expect(keepMs(noon, { isLasting: false })).toBe(0);
  });
});
