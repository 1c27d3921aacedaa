const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids of accounts, sessions and mail requests (specification section 3) are UUIDs; anything else names nothing, and would be an error in SQL, not a miss. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
