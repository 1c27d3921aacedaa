/**
 * A password is changed by who knows the current one; while the account has none the empty one is right, and no other (ACC-15, ACC-31).
 * Answers how the password changes, or undefined when the current one is wrong. `matches`: what was given is the account's password.
 */
export function howPasswordChanges(
  hasPassword: boolean,
  given: string,
  matches: boolean,
): 'first' | 'changed' | undefined {
  if (!hasPassword) return given === '' ? 'first' : undefined;
  return matches ? 'changed' : undefined;
}
