/** A plan's key as people write it. */
export function planName(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}
