/** What the first sign-in by a Google identity does with the account of its e-mail. */
export type GoogleLink = 'create' | 'link' | 'take-over' | 'refuse';

/**
 * A Google identity that has no account yet needs an e-mail that Google has verified, and joins the local account of that e-mail: a
 * verified one as it is, an unverified one after it has lost its password and sessions; where there is none, one is made (ACC-28).
 */
export function googleLink(
  identity: { isEmailVerified: boolean },
  local: { emailVerifiedAt: Date | null } | null,
): GoogleLink {
  if (!identity.isEmailVerified) return 'refuse';
  if (!local) return 'create';
  return local.emailVerifiedAt ? 'link' : 'take-over';
}
