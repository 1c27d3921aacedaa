import { createHash } from 'node:crypto';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CANONICAL_UUID = new RegExp(UUID.source);

/** Whether Postgres accepts the text as a uuid of the usual form. Other text names nothing, and would be an error in SQL instead of a miss. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Same as isUuid, but only in lower case, the form that Postgres returns: for ids that are compared as text. */
export const isCanonicalUuid = (text: string): boolean => CANONICAL_UUID.test(text);

/**
 * Derives the id of a fact from its parts: a canonical UUID of version 8. The same parts in the same order always give the same id, so a repeated
 * fact keeps its id. Begin the parts with the kind of the fact where two kinds could have the same parts.
 */
export function uuidOfFact(...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest();
  bytes[6] = 0x80 | (bytes[6] & 0x0f);
  bytes[8] = 0x80 | (bytes[8] & 0x3f);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
