const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Ids of accounts, sessions and mail requests are UUIDs; any other text names nothing, and in SQL it would be an error, not a miss. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
