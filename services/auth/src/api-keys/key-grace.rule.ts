const LONGEST_GRACE_SECONDS = 86_400;

/** Specification section 4 (API key) and decisions 13: after a rotation the old key stays valid for a grace of 0 to 24 hours. */
export function isGrace(graceSeconds: number): boolean {
  return Number.isInteger(graceSeconds) && graceSeconds >= 0 && graceSeconds <= LONGEST_GRACE_SECONDS;
}

/** Specification section 4 (API key) and decisions 13: a key counts until it is revoked or its grace ends; the end itself is already outside. */
export function keyIsLive(key: { revokedAt: Date | null; validUntil: Date | null }, now: Date): boolean {
  return key.revokedAt === null && (key.validUntil === null || now < key.validUntil);
}

const USE_NOTED_EVERY_MS = 60_000;

/** Decisions 14: the last use is shown; it is written at most once a minute per key, so that a busy key costs no write per call. */
export function useIsWorthNoting(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USE_NOTED_EVERY_MS;
}

const LONGEST_CLIENT = 200;

/**
 * Specification section 3 (client usage) and decisions 24: a client's name is the caller's own word: control characters are
 * dropped and the rest is cut at 200 characters.
 */
export function shownClient(client: string): string {
  return client.replace(/\p{Cc}/gu, '').trim().slice(0, LONGEST_CLIENT);
}
