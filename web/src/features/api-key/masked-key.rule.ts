/** Letters of a key that are shown while it is masked: enough to tell two keys apart, too few to use one. */
const SHOWN = 8;

/** The key as it stands until it is shown (WEB-24). */
export function maskedKey(key: string): string {
  return `${key.slice(0, SHOWN)}${'•'.repeat(12)}`;
}
