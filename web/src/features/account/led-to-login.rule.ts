/** Why another page led to /login: the link's address is already verified (WEB-39), or Google needs the account's password once (ACC-62). */
export type LedToLogin = 'verified' | 'google-password';

/** Reads the reason from the history's state. It is not in the address, because anybody can make one. */
export function ledToLogin(state: unknown): LedToLogin | null {
  const { led } = (state ?? {}) as { led?: unknown };
  return led === 'verified' || led === 'google-password' ? led : null;
}

/** The state with which a page leads to /login. */
export const leadToLogin = (led: LedToLogin) => ({ led });
