import { DomainError } from '@precis/runtime/domain-error';

export const badGrantId = () => new DomainError('invalid', 'grant_id_invalid', 'The grant id must be a UUID.');
export const badAccountId = () =>
  new DomainError('invalid', 'account_id_invalid', 'The account id is missing or malformed.');
export const unknownPlan = () => new DomainError('invalid', 'plan_unknown', 'There is no such plan.');
export const planWithoutTerms = () =>
  new DomainError('invalid', 'plan_without_terms', 'This plan is free and has no terms.');
export const badTermLength = () =>
  new DomainError('invalid', 'term_months_invalid', 'A term is 1, 3, 6 or 12 months long.');
export const grantIdTaken = () =>
  new DomainError('conflict', 'grant_id_taken', 'This grant id was already used for a different grant.');
/** `plan` is a word of ours. */
export const paidTermRuns = (plan: string, until: Date) =>
  new DomainError(
    'conflict',
    'paid_term_runs',
    `A paid ${plan} term runs until ${until.toISOString().slice(0, 10)}. This grant would end it, and its unused time would be lost.`,
  );
export const creditGone = () =>
  new DomainError(
    'conflict',
    'quote_expired',
    'The unused time that this price credits is used up. Please ask for a new price.',
  );
export const nothingToCancel = () =>
  new DomainError('invalid', 'nothing_to_cancel', 'There is no active paid plan to cancel.');
