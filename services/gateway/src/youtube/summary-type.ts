import { SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { EnumWords } from '@precis/runtime/enum-words';

/** The words that summary_type may have on the wire (SUM-2). The enum of the proto is their only list. */
export const SUMMARY_TYPES = EnumWords.of(SummaryType, 'SUMMARY_TYPE');
export type SummaryTypeWord = ReturnType<typeof SUMMARY_TYPES.wordOf>;

/** The default is auto (SUM-3). */
export function summaryTypeOf(word: SummaryTypeWord = 'auto'): SummaryType {
  return SUMMARY_TYPES.numberOf(word);
}
