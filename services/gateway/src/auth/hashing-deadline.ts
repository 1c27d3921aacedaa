/** The deadline of calls that hash a password: hashing waits in a queue. */
export const HASHING_DEADLINE_MS = 10_000;
