import { type Parameters, SummaryType } from '@precis/proto/summarisation/v1/summarisation';
import { DomainError } from '@precis/runtime/domain-error';
import { MAX_PROMPT_CHARS, parametersOf, type SummaryParameters } from './parameters.rule.js';
import { askedLength } from './summary-lengths.js';

const MESSAGES = {
  summary_type_unknown: 'summary_type must be auto, short or detail.',
  custom_prompt_too_long: `custom_prompt may have at most ${MAX_PROMPT_CHARS} characters.`,
  language_unknown: 'language must be auto or the code of a language, such as de, pt-BR or zh-Hant.',
};

/** The canonical parameters of a request; throws `invalid` with the rule's code. */
export function requestedParameters(asked: Parameters | undefined): SummaryParameters {
  const { summaryType = SummaryType.SUMMARY_TYPE_UNSPECIFIED, customPrompt = '', language } = asked ?? {};
  const parameters = parametersOf({ length: askedLength(summaryType), customPrompt, language });
  if (typeof parameters === 'string') throw new DomainError('invalid', parameters, MESSAGES[parameters]);
  return parameters;
}
