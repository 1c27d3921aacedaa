import { isCanonicalUuid } from '@precis/runtime/uuid';
/** Those of the ids that may be asked for in a uuid column; the others cannot be there. */
export function uuidsOf(ids: (string | null)[]): string[] {
  return ids.filter((id) => id !== null && isCanonicalUuid(id)) as string[];
}
