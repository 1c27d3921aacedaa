const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Those of the ids that may be asked for in a uuid column; the others cannot be there. */
export function uuidsOf(ids: (string | null)[]): string[] {
  return ids.filter((id) => id !== null && UUID.test(id)) as string[];
}
