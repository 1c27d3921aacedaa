/** Why another page led to /login: its link's address is verified already (WEB-39), or Google needs the account's password once (ACC-62). */
export type LedToLogin = 'verified' | 'google-password';

/** What the history's state says; an address says nothing of it, since anybody can make one. */
export function ledToLogin(state: unknown): LedToLogin | null {
  const { led } = (state ?? {}) as { led?: unknown };
  return led === 'verified' || led === 'google-password' ? led : null;
}

/** The state with which a page leads to /login. */
export const leadToLogin = (led: LedToLogin) => ({ led });
