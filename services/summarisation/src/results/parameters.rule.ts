/**
 * A summary is requested by its length (default: auto, SUM-3) and an optional prompt of at most 2,000 characters (VID-5). White space around the
 * prompt makes no difference.
 */

import type { SUMMARY_LENGTHS } from './summary-lengths.js';
import { askedLanguage, isSameLanguage } from './language.rule.js';

/** short = 2 to 3 sentences; auto = an overview with key points; detail = the longest, by parts (SUM-2). */
export type SummaryLength = ReturnType<typeof SUMMARY_LENGTHS.wordOf>;

/** The parameters that two callers must share to get the same summary. `prompt` is '' without one. */
export interface SummaryParameters {
  length: SummaryLength;
  prompt: string;
  /** The language to write in, when one is requested (SUM-21). */
  language?: string;
}

export const MAX_PROMPT_CHARS = 2_000;

/**
 * Converts the parameters to their canonical form, or returns the code of what is wrong with them. `length` is undefined when the requested type is
 * unknown.
 */
export function parametersOf(asked: {
  length: SummaryLength | undefined;
  customPrompt: string;
  language?: string;
}): SummaryParameters | 'summary_type_unknown' | 'custom_prompt_too_long' | 'language_unknown' {
  const { length } = asked;
  if (!length) return 'summary_type_unknown';
  const prompt = asked.customPrompt.trim();
  if (charsOf(prompt) > MAX_PROMPT_CHARS) return 'custom_prompt_too_long';
  const language = askedLanguage(asked.language ?? '');
  if (language === undefined) return 'language_unknown';
  return { length, prompt, ...(language !== '' && { language }) };
}

/** The parameters once the transcript's language is known: without a language when it is the same (SUM-21). */
export function inTranscriptLanguage(parameters: SummaryParameters, spoken: string): SummaryParameters {
  const { language, ...others } = parameters;
  return language !== undefined && isSameLanguage(language, spoken) ? others : parameters;
}

/** Counts code points like the gateway: an emoji is one character although it takes two code units in a string. */
function charsOf(text: string): number {
  return text.length > MAX_PROMPT_CHARS ? [...text].length : text.length;
}
