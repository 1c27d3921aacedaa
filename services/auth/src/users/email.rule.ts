const LONGEST = 254;
const LONGEST_LOCAL = 64;
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/** Specification section 5: registration needs an e-mail address; accepted is `local@host.domain` in ASCII, at most 254 characters. */
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

/** Specification section 3 (User, email) and decisions 10: one account per e-mail, whatever the case it is typed in. */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Specification section 9 (Referral) and decisions 38: addresses that reach one mailbox (`+tag`, gmail's dots) are the same person for referrals. */
export function samePersonEmail(text: string): string {
  const normalised = normaliseEmail(text);
  const at = normalised.lastIndexOf('@');
  const domain = normalised.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com');
  const untagged = normalised.slice(0, at).replace(/\+.*$/, '');
  return `${domain === 'gmail.com' ? untagged.replaceAll('.', '') : untagged}@${domain}`;
}
