/**
 * The only columns that hold what names a person, as "service table.column": auth knows who somebody is, usage by which program a call came,
 * and summarisation what was made of a transcript of one's own. A column that is added to this list must be emptied when an account is
 * erased (DATA-13).
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
