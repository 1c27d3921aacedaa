import { lasting } from './error-entry.js';

const OPERATOR = 'Read the text of the command.';
const internal = (status: number, cause: string) => lasting(status, cause, OPERATOR);

/** Codes between our own services and of the operator's commands; the public API never answers them. */
export const INTERNAL_ERRORS = {
  account_id_invalid: internal(400, 'A service sent no account id.'),
  bad_account_id: internal(400, 'A service sent no account id.'),
  account_unknown: internal(404, 'A service does not know the account.'),
  account_erased: internal(409, 'The account is erased.'),
  action_kind_invalid: internal(400, "The kind of an operator's action is not a code."),
  batch_too_large: internal(400, 'A service sent too many operations at once.'),
  caller_refused: internal(403, 'The calling service may not use this operation.'),
  caller_unknown: internal(401, 'The calling service is not known.'),
  grant_id_invalid: internal(400, 'The id of a grant is not a UUID.'),
  grant_id_taken: internal(409, 'The id of a grant was used for another one.'),
  holder_invalid: internal(400, 'A gateway sent a name for itself with characters that are not allowed.'),
  job_invalid: internal(400, 'A call cannot become a job.'),
  mail_kind_invalid: internal(400, 'Mails of this kind are not sent again.'),
  mail_request_unknown: internal(404, 'A mail request does not exist.'),
  operator_name_invalid: internal(400, "The operator's name is missing or too long."),
  operator_reason_invalid: internal(400, "The operator's reason is missing or too long."),
  paid_term_runs: internal(409, 'A paid term of another plan is active.'),
  payment_method_absent: internal(409, 'The provider of the payment is not connected.'),
  payment_mismatch: internal(409, 'The provider reports different facts about the payment.'),
  preferences_missing: internal(400, 'A service sent no preferences.'),
  provider_refused: internal(409, 'The provider refused the change.'),
  refund_amount_invalid: internal(400, 'The amount of a refund is not a whole number of cents.'),
  refund_failed: internal(409, 'The provider accepted the refund, but the money came back.'),
  refund_id_invalid: internal(400, 'The id of a refund is not a UUID.'),
  refund_id_taken: internal(409, 'The id of a refund was used for another one.'),
  refund_not_completed: internal(409, 'Only a completed payment can be refunded.'),
  refund_not_yearly: internal(409, 'Only a yearly term can be refunded.'),
  refund_nothing_left: internal(409, 'Nothing is left of the payment.'),
  refund_refused: internal(409, 'The provider refused the refund.'),
  refund_too_large: internal(409, 'The refund is more than is left of the payment.'),
  refund_too_late: internal(409, 'A yearly term can be refunded within 30 days.'),
  refund_under_way: internal(409, 'Another refund of the payment has not ended.'),
  term_months_invalid: internal(400, 'A term is 1, 3, 6 or 12 months long.'),
  too_many_results: internal(400, 'A service asked for too many results.'),
  transfer_key_taken: internal(409, 'The transfer was posted with other content.'),
} as const;
