import { DomainError } from '@precis/runtime/domain-error';

export const mailRequestUnknown = () =>
  new DomainError('not_found', 'mail_request_unknown', 'The mail request does not exist.');
