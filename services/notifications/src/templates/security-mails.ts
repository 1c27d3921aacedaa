import { BRAND } from './brand.js';
import { type MailContent, type MailFacts, minuteOf, numberIn } from './mail-content.js';

const { name: PRODUCT } = BRAND;

/** Builds a mail about access to an account; these cannot be turned off (MAIL-7). */
function alert(
  subject: string,
  preview: string,
  { publicUrl }: MailFacts,
  what: string,
  advice = 'set a new password now; it ends every session.',
): MailContent {
  return {
    subject,
    preview,
    parts: [
      { paragraph: what },
      { paragraph: `If it was you, there is nothing to do. If it was not, ${advice}` },
      { button: 'Set a new password', link: `${publicUrl}/forgot-password` },
    ],
    reason: `You get this mail because it is about the security of your ${PRODUCT} account. Such mails are always sent.`,
  };
}

/** A new password ends sessions and does not affect keys. */
const KEY_ADVICE = 'set a new password now, which ends every session, and revoke the key.';

const HOW: Record<string, string> = {
  changed: `the password of your ${PRODUCT} account was changed, and every other session of it has ended.`,
  reset: `the password of your ${PRODUCT} account was reset by a link from a mail to this address, and every other session of it has ended.`,
  first: `your ${PRODUCT} account has a password now. You can log in with it in addition to your other ways to sign in.`,
};

/** The password was changed, reset or set for the first time (ACC-16). */
export function passwordChanged(facts: MailFacts): MailContent {
  const how = Object.hasOwn(HOW, facts.params.how ?? '') ? String(facts.params.how) : 'changed';
  const subject =
    how === 'first' ? `Your ${PRODUCT} account has a password now` : `Your ${PRODUCT} password was changed`;
  return alert(subject, 'If this was not you, set a new one now.', facts, HOW[how]);
}

/** The first sign-in with a Google identity (ACC-28). */
export function googleLinked(facts: MailFacts): MailContent {
  return alert(
    `New sign-in to ${PRODUCT} with Google`,
    'A Google account can log in to your account.',
    facts,
    `a Google account with this email address signed in to your ${PRODUCT} account for the first time. It can log in from now on.`,
  );
}

/** The account has an active API key (KEY-1). The mail never contains the key. */
export function keyGenerated(facts: MailFacts): MailContent {
  return alert(
    `An API key was generated for ${PRODUCT}`,
    'Whoever has it can call the API.',
    facts,
    `an API key was generated for your ${PRODUCT} account. Whoever has it can use up your videos of the month. We never send keys by mail.`,
    KEY_ADVICE,
  );
}

/** After a rotation, the old key may stay valid for a while (KEY-5). */
export function keyRotated(facts: MailFacts): MailContent {
  const until = numberIn(facts.params, 'oldKeyValidUntilMs');
  const old =
    until > numberIn(facts.params, 'atMs')
      ? `The old one works until ${minuteOf(until)}.`
      : 'The old one no longer works.';
  return alert(
    `Your ${PRODUCT} API key was rotated`,
    'A new key works from now on.',
    facts,
    `the API key of your ${PRODUCT} account was replaced by a new one. ${old}`,
    KEY_ADVICE,
  );
}

/** All API keys of the account have ended (KEY-4). */
export function keyRevoked(facts: MailFacts): MailContent {
  return alert(
    `Your ${PRODUCT} API key was revoked`,
    'Programs that use it get status 401 from now on.',
    facts,
    `the API key of your ${PRODUCT} account was revoked. Programs that use it get 401 until they have a new one.`,
  );
}
