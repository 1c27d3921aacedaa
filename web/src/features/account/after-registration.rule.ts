/** What /login shows after a registration (WEB-15). It is stored in the history's state, never in an address. */
export interface Registered {
  email: string;
  /** False when a code was typed and not accepted; null while that is unknown. */
  referralApplied: boolean | null;
}

/** The registration that led to this page; null without one. */
export function registeredBefore(state: unknown): Registered | null {
  const { registered } = (state ?? {}) as { registered?: Partial<Registered> };
  if (typeof registered?.email !== 'string') return null;
  return { email: registered.email, referralApplied: registered.referralApplied ?? null };
}
