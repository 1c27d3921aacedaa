/** Logins are what an owner looks for: a year of one a day, each from another place. */
const MOST_LOGINS = 366;
const MOST_OF_A_KIND = 100;

/**
 * How many entries of one kind an account keeps, the newest (ACC-72): whoever holds a session for a while may repeat what leaves an entry, and must not
 * push out what its owner would learn of it.
 */
export function mostEntriesOf(kind: string): number {
  return kind === 'login' || kind === 'login-google' ? MOST_LOGINS : MOST_OF_A_KIND;
}
