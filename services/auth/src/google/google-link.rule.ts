/** What the first sign-in by a Google identity does with the account of its e-mail. */
export type GoogleLink = 'create' | 'link' | 'take-over' | 'ask-password' | 'refuse' | 'refuse-passwordless';

/** Domains whose mailboxes Google itself has: whoever signs in there has the mailbox today. */
const GOOGLES_OWN = ['gmail.com', 'googlemail.com'];

/**
 * A Google identity that has no account yet needs an e-mail that Google has verified. Where there is no local account of that e-mail, one is
 * made; an unverified one is joined after it has lost its password and sessions (ACC-28). A verified one is joined as it is only where Google
 * is authoritative for the address; else its password is asked for once, and one that has none is not joined (ACC-62).
 */
export function googleLink(
  identity: { isEmailVerified: boolean; email: string; hostedDomain: string },
  local: { emailVerifiedAt: Date | null; hasPassword: boolean } | null,
): GoogleLink {
  if (!identity.isEmailVerified) return 'refuse';
  if (!local) return 'create';
  if (!local.emailVerifiedAt) return 'take-over';
  if (isAuthoritative(identity)) return 'link';
  return local.hasPassword ? 'ask-password' : 'refuse-passwordless';
}

/**
 * Google is authoritative for its own mailboxes, and for those of a Workspace domain that its `hd` claim names. Any other address was
 * verified once, perhaps years ago, by somebody who had its mailbox for a moment (ACC-62).
 */
export function isAuthoritative({ email, hostedDomain }: { email: string; hostedDomain: string }): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return GOOGLES_OWN.includes(domain) || (domain !== '' && hostedDomain.toLowerCase() === domain);
}

/**
 * Whether one identity of an account may be removed: never the last way in. A password is a way in, and so is another identity; a mail's
 * link is none, since whoever lost the mailbox would have nothing (ACC-63).
 */
export function mayUnlink(account: { hasPassword: boolean }, identities: number): boolean {
  return account.hasPassword || identities > 1;
}
