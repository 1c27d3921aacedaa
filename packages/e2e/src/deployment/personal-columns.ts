/**
 * The only columns that hold personal data, as "service table.column". Auth knows who a person is, usage which program made a call, and
 * summarisation the results of supplied transcripts. A column that is added to this list must be emptied when an account is erased (DATA-13).
 */
export const PERSONAL_COLUMNS = [
  'auth activity.client',
  'auth api_keys.last_client',
  'auth google_identities.email',
  'auth mail_requests.address',
  'auth operator_actions.reason',
  'auth sessions.client',
  'auth users.email',
  'auth users.email_normalised',
  'auth users.name',
  'auth users.pending_email',
  'summarisation result_evidence.evidence',
  'summarisation results.sentences',
  'summarisation results.summary',
  'summarisation results.title',
  'usage metered_calls.client',
  'usage metered_calls.title',
  'usage request_records.client',
];
