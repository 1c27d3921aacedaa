import { SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { EnumWords } from '@precis/runtime/enum-words';

/** What summary_type may be on the wire (SUM-2), by the enum of the proto, which is their one list. */
export const SUMMARY_TYPES = EnumWords.of(SummaryType, 'SUMMARY_TYPE');
export type SummaryTypeWord = ReturnType<typeof SUMMARY_TYPES.wordOf>;

/** The default is auto (SUM-3). */
export function summaryTypeOf(word: SummaryTypeWord = 'auto'): SummaryType {
  return SUMMARY_TYPES.numberOf(word);
}
