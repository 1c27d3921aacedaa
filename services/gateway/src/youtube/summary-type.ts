import { SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { EnumWords } from '@precis/runtime/enum-words';

/** The values of summary_type on the wire (SUM-2). The enum of the proto is their only list. */
export const SUMMARY_TYPES = EnumWords.of(SummaryType, 'SUMMARY_TYPE');
export type SummaryTypeWord = ReturnType<typeof SUMMARY_TYPES.wordOf>;

/** The summary type of a word; auto is the default (SUM-3). */
export function summaryTypeOf(word: SummaryTypeWord = 'auto'): SummaryType {
  return SUMMARY_TYPES.numberOf(word);
}
