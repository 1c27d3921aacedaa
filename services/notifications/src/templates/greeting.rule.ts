const LONGEST = 60;

/**
 * Anyone may register any address, so the name in a mail may be a stranger's text to a third person. It is used only when it is short and cannot be
 * read as an address, a number or a link: no digits, dots, slashes, colons, at signs or angle brackets (MAIL-4).
 */
export function greetingFor(name: string): string {
  const harmless = /^[\p{L}\p{M}' ’-]+$/u.test(name) && [...name].length <= LONGEST;
  return harmless ? `Hello ${name.trim()},` : 'Hello,';
}
