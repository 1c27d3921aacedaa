/** A session lives at most 24 hours; `exp` is in whole seconds, so the end is rounded down (ACC-19). */
export function sessionExpiry(now: Date, ttlSeconds: number): Date {
  return new Date((Math.floor(now.getTime() / 1_000) + Math.min(ttlSeconds, 86_400)) * 1_000);
}

/** A session is valid until it ends or is revoked; the end itself is excluded (ACC-20). */
export function sessionIsLive(session: { revokedAt: Date | null; expiresAt: Date }, now: Date): boolean {
  return session.revokedAt === null && now < session.expiresAt;
}
