/** Replaces `@jest/globals`, which only jest's own module registry has. */
export const { jest, expect, describe, it, test, beforeAll, afterAll, beforeEach, afterEach } = globalThis;
