/** Hashing a password waits its turn behind others. */
export const HASHING_DEADLINE_MS = 10_000;
