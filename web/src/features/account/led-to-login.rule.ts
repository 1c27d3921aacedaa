/**
 * Why another page led to /login: the link's address is already verified (WEB-39), Google needs the account's password once (ACC-62), or Google
 * found a closed account (ACC-73).
 */
export type LoginReason = (typeof LOGIN_REASONS)[number];

const LOGIN_REASONS = ['verified', 'google-password', 'google-closing'] as const;

/** Reads the reason from the history's state. It is not in the address, because anybody can make one. */
export function loginReason(state: unknown): LoginReason | null {
  const { led } = (state ?? {}) as { led?: unknown };
  return LOGIN_REASONS.find((one) => one === led) ?? null;
}

/** The history state with which a page opens /login; `loginReason` reads it. */
export const loginState = (led: LoginReason) => ({ led });
