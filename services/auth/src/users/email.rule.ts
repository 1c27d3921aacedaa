const LONGEST = 254;
const LONGEST_LOCAL = 64;
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/** An e-mail address is `local@host.domain` in ASCII, at most 254 characters (ACC-2). */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return (
    text.length <= LONGEST &&
    at > 0 &&
    at <= LONGEST_LOCAL &&
    LOCAL.test(text.slice(0, at)) &&
    DOMAIN.test(text.slice(at + 1))
  );
}

/** One account per e-mail, in any case of its letters (ACC-2). */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Addresses of one mailbox (`+tag`, gmail's dots) are the same person for referrals (REF-5), and share the mails of a day (ACC-10). */
export function mailboxOf(text: string): string {
  const normalised = normaliseEmail(text);
  const at = normalised.lastIndexOf('@');
  const domain = normalised.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  const untagged = normalised.slice(0, at).replace(/\+.*$/, '');
  return `${domain === 'gmail.com' ? untagged.replaceAll('.', '') : untagged}@${domain}`;
}
