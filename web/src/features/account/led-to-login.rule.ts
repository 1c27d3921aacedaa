/**
 * Why another page led to /login: the link's address is already verified (WEB-39), Google needs the account's password once (ACC-62), or Google
 * found a closed account (ACC-73).
 */
export type LedToLogin = (typeof LEADS)[number];

const LEADS = ['verified', 'google-password', 'google-closing'] as const;

/** Reads the reason from the history's state. It is not in the address, because anybody can make one. */
export function ledToLogin(state: unknown): LedToLogin | null {
  const { led } = (state ?? {}) as { led?: unknown };
  return LEADS.find((one) => one === led) ?? null;
}

/** The state with which a page leads to /login. */
export const leadToLogin = (led: LedToLogin) => ({ led });
