const LONGEST = 60;

/**
 * Decisions 10 lets anyone register any address, so the name in a mail is a stranger's text to a third person: it is used
 * only when it is short and cannot read as an address, a number or a link (no digits, dots, slashes, colons, at signs or angle brackets).
 */
export function greetingFor(name: string): string {
  const harmless = /^[\p{L}\p{M}' ’-]+$/u.test(name) && [...name].length <= LONGEST;
  return harmless ? `Hello ${name.trim()},` : 'Hello,';
}
