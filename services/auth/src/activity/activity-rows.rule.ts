/** Owners look for logins in particular: enough for one login a day for a year, each from another address. */
const MOST_LOGINS = 366;
const MOST_OF_A_KIND = 100;

/**
 * How many of the newest entries of one kind an account keeps (ACC-72). A thief with a session can repeat an action that leaves an entry;
 * this limit keeps the repetition from pushing out entries that the owner needs to see.
 */
export function mostEntriesOf(kind: string): number {
  return kind === 'login' || kind === 'login-google' ? MOST_LOGINS : MOST_OF_A_KIND;
}
