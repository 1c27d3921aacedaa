import { isCanonicalUuid } from '@precis/runtime/uuid';
/** The ids that can be in a uuid column; the others cannot exist there. */
export function uuidsOf(ids: (string | null)[]): string[] {
  return ids.filter((id) => id !== null && isCanonicalUuid(id)) as string[];
}
