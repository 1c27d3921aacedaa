import { DomainError } from '@precis/runtime/domain-error';

export const operatorNameInvalid = () =>
  new DomainError(
    'invalid',
    'operator_name_invalid',
    'The name of the operator must have 1 to 200 characters, without control characters.',
  );
export const operatorReasonInvalid = () =>
  new DomainError(
    'invalid',
    'operator_reason_invalid',
    'The reason must have 1 to 200 characters, without control characters.',
  );
export const actionKindInvalid = () =>
  new DomainError('invalid', 'action_kind_invalid', 'The kind of an action must be a code such as term-granted.');
export const mailKindInvalid = () =>
  new DomainError('invalid', 'mail_kind_invalid', 'Only verify-email and reset-password can be sent again.');
export const alreadyVerified = () =>
  new DomainError('conflict', 'email_already_verified', 'This email is already verified.');
export const tooManyMails = () =>
  new DomainError('exhausted', 'too_many_mails', 'This address has reached its limit of mails for the day.', {
    retryAfterSeconds: 3_600,
  });
