/**
 * The only columns that hold what names a person, as "service table.column": auth knows who somebody is, and usage by which program a call
 * came. A column that is added to this list must be emptied when an account is erased (DATA-13).
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
  'usage metered_calls.client',
];
