/**
 * A password can be changed with the current one; while the account has none, only an empty one is right (ACC-15, ACC-31). Returns how the password
 * changes, or undefined when the current one is wrong. `matches`: whether the given password is the account's.
 */
export function howPasswordChanges(
  hasPassword: boolean,
  given: string,
  matches: boolean,
): 'first' | 'changed' | undefined {
  if (!hasPassword) return given === '' ? 'first' : undefined;
  return matches ? 'changed' : undefined;
}
