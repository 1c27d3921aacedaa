/** What the first sign-in with a Google identity does with the account of its e-mail. */
export type GoogleLink = 'create' | 'link' | 'take-over' | 'ask-password' | 'refuse' | 'refuse-passwordless';

/** Domains whose mailboxes Google itself runs: a user who signs in there owns the mailbox today. */
const GOOGLES_OWN = ['gmail.com', 'googlemail.com'];

/**
 * A Google identity without an account needs an e-mail that Google has verified. When no local account has that e-mail, a new one is created. An
 * unverified local account is linked after it has lost its password and sessions (ACC-28). A verified one is linked immediately only when Google is
 * authoritative for the address. Otherwise its password is needed once, and an account without a password is not linked (ACC-62).
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
 * Google is authoritative for its own mailboxes and for those of the Workspace domain in the `hd` claim. Google verified any other address
 * only once, perhaps years ago, so its present owner may be somebody else (ACC-62).
 */
export function isAuthoritative({ email, hostedDomain }: { email: string; hostedDomain: string }): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return GOOGLES_OWN.includes(domain) || (domain !== '' && hostedDomain.toLowerCase() === domain);
}

/**
 * Whether an identity may be removed: never the last way in. A password is a way in, and so is another identity. A reset link does not
 * count, since an owner who lost the mailbox would have nothing left (ACC-63).
 */
export function mayUnlink(account: { hasPassword: boolean }, identities: number): boolean {
  return account.hasPassword || identities > 1;
}
