/** Formats a plan's key for people. */
export function planName(key: string): string {
  return key.charAt(0).toUpperCase() + key.slice(1);
}
