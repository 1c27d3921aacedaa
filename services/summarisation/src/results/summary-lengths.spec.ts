import { SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { askedLength, SUMMARY_LENGTHS } from './summary-lengths.js';

describe('the length of a summary', () => {
  it.each([
    [SummaryType.SUMMARY_TYPE_UNSPECIFIED, 'auto'],
    [SummaryType.SUMMARY_TYPE_AUTO, 'auto'],
    [SummaryType.SUMMARY_TYPE_SHORT, 'short'],
    [SummaryType.SUMMARY_TYPE_DETAIL, 'detail'],
  ])('of summary type %s is %s (SUM-2, SUM-3)', (summaryType, length) => {
    expect(askedLength(summaryType)).toBe(length);
  });

  it.each([4, -1, 99])('of the unknown summary type %s is undefined, and never auto', (summaryType) => {
    expect(askedLength(summaryType)).toBeUndefined();
    expect(() => SUMMARY_LENGTHS.wordOf(summaryType)).toThrow();
  });
});
