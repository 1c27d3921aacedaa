import { DomainError } from '@precis/runtime/domain-error';

/** The same error for foreign, unknown, deleted and expired summaries, so that it does not reveal an owner. */
export const summaryNotFound = () => new DomainError('not_found', 'summary_not_found', 'There is no such summary.');
export const searchInvalid = () =>
  new DomainError('invalid', 'search_invalid', 'The search contains characters that are not allowed.');
