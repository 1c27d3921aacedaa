import { SummaryType } from '@precis/proto/summarisation/v1/summarisation';

/** What summary_type may be on the wire (SUM-2). */
export const SUMMARY_TYPES = ['auto', 'short', 'detail'] as const;
export type SummaryTypeWord = (typeof SUMMARY_TYPES)[number];

const TYPES: Record<SummaryTypeWord, SummaryType> = {
  auto: SummaryType.SUMMARY_TYPE_AUTO,
  short: SummaryType.SUMMARY_TYPE_SHORT,
  detail: SummaryType.SUMMARY_TYPE_DETAIL,
};

/** The default is auto (SUM-3). */
export function summaryTypeOf(word: SummaryTypeWord = 'auto'): SummaryType {
  return TYPES[word];
}

export function summaryTypeWord(type: SummaryType): SummaryTypeWord {
  return SUMMARY_TYPES.find((word) => TYPES[word] === type) ?? 'auto';
}
