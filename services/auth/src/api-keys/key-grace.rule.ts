const LONGEST_GRACE_SECONDS = 86_400;
const DAY_MS = 86_400_000;

/** After a rotation the old key stays valid for a grace of 0 to 24 hours (KEY-5). */
export function isGrace(graceSeconds: number): boolean {
  return Number.isInteger(graceSeconds) && graceSeconds >= 0 && graceSeconds <= LONGEST_GRACE_SECONDS;
}

/** A key is valid until it is revoked or its grace ends; the end itself is excluded (KEY-4, KEY-5). */
export function keyIsLive(key: { revokedAt: Date | null; validUntil: Date | null }, now: Date): boolean {
  return key.revokedAt === null && (key.validUntil === null || now < key.validUntil);
}

interface RotatedKey {
  validUntil: Date | null;
  lastUsedAt: Date | null;
}

/**
 * At most two keys of an account are live: the current one and one in its grace. So a rotation ends an earlier grace. If the replaced key was never
 * used, the rotation is treated as a repeat after a lost answer. Then the unused key ends immediately, and the earlier grace stays, because that key
 * is the one in use (KEY-6).
 *
 * Returns the key whose grace stays, or undefined when the replaced key gets the grace.
 */
export function graceThatStays<K extends RotatedKey>(replaced: RotatedKey, inGrace: K[], now: Date): K | undefined {
  if (replaced.lastUsedAt) return undefined;
  const live = inGrace.filter((key) => key.validUntil && now < key.validUntil);
  return live.toSorted((a, b) => b.validUntil!.getTime() - a.validUntil!.getTime())[0];
}

/** Keys made before this moment no longer count against the day's allowance. */
export function allowanceStart(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/**
 * An account may make a limited number of keys in 24 hours, generated or rotated (KEY-7): each leaves a row, an event and an entry in the list of
 * revoked ids. Returns undefined while one more is allowed, otherwise the seconds until then. `madeAt`: creation times of the keys since
 * `allowanceStart`, oldest first.
 */
export function secondsUntilNextKey(madeAt: Date[], keysPerDay: number, now: Date): number | undefined {
  if (madeAt.length < keysPerDay) return undefined;
  const freedBy = madeAt[madeAt.length - keysPerDay];
  return Math.max(1, Math.ceil((freedBy.getTime() + DAY_MS - now.getTime()) / 1_000));
}

const USE_NOTED_EVERY_MS = 60_000;

/** The last use is written at most once a minute per key, so that a busy key costs no write per call (KEY-8). */
export function useIsWorthNoting(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= USE_NOTED_EVERY_MS;
}

const LONGEST_CLIENT = 200;

/** Cleans a client's self-chosen name for its display to the key's owner (KEY-8): drops control characters and cuts it at 200 characters. */
export function shownClient(client: string): string {
  return client
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, LONGEST_CLIENT);
}
