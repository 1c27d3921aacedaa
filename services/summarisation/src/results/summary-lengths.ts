import { SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { EnumWords } from '@precis/runtime/enum-words';

/** The lengths of a summary (SUM-2). The enum of the proto is their only list. */
export const SUMMARY_LENGTHS = EnumWords.of(SummaryType, 'SUMMARY_TYPE');

/** The requested length: auto by default (SUM-3), undefined for an unknown number. */
export function askedLength(summaryType: SummaryType): ReturnType<typeof SUMMARY_LENGTHS.find> {
  return summaryType === SummaryType.SUMMARY_TYPE_UNSPECIFIED ? 'auto' : SUMMARY_LENGTHS.find(summaryType);
}
