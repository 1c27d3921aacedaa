/** Visible letters of a masked key: enough to tell two keys apart, too few to use one. */
const SHOWN = 8;

/** The masked form of the key (WEB-24). */
export function maskedKey(key: string): string {
  return `${key.slice(0, SHOWN)}${'•'.repeat(12)}`;
}
