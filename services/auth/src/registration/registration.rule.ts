import { isEmail } from '../users/email.rule.js';

/** Why a field is refused: a stable code and a text for the form. */
export interface FieldRefusal {
  code: 'name_invalid' | 'email_invalid';
  text: string;
}

const LONGEST_NAME = 100;
const LONGEST_REFERRAL_CODE = 64;
const CONTROL = /\p{Cc}/u;

/**
 * Control, format (bidi overrides, zero widths), surrogate, private and unassigned characters, line ends, and the replacement character of broken
 * text.
 */
const UNSEEN = /[\p{C}\u2028\u2029\ufffd]/u;
/** Visible characters. Unicode classes Hangul fillers as letters and the empty braille cell as a symbol, but both are invisible. */
const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
/** Scripts whose words contain zero-width joiners: Arabic, Syriac, Mongolian and those of India and its neighbours. */
const JOINED_SCRIPTS = [
  'Arab',
  'Syrc',
  'Mong',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
  'Mymr',
];
const JOINING = `[${JOINED_SCRIPTS.map((script) => `\\p{scx=${script}}`).join('')}]`;
/** Joiners within such words, and between the parts of one emoji. */
const SPELT_JOINERS = new RegExp(
  String.raw`(?<=${JOINING})[\u200c\u200d](?=${JOINING})|(?<=[\p{ExtPict}\p{EMod}\ufe0f])\u200d(?=\p{ExtPict})`,
  'gu',
);

/**
 * A name is required, 1 to 100 characters after trimming (ACC-1). It appears in mails and is shown to others, so at least one character must be
 * visible, and none may be invisible: no control or format characters (a bidi override reverses the text around it), no broken text; zero-width
 * joiners only where a script or an emoji needs them.
 */
export function refuseName(trimmed: string): FieldRefusal | undefined {
  if (trimmed === '') return { code: 'name_invalid', text: 'Name is required.' };
  if ([...trimmed].length > LONGEST_NAME) return { code: 'name_invalid', text: 'Name must be at most 100 characters.' };
  if (UNSEEN.test(trimmed.replace(SPELT_JOINERS, '')))
    return { code: 'name_invalid', text: 'Name contains a character that is not allowed.' };
  if (!SEEN.test(trimmed)) return { code: 'name_invalid', text: 'Name is required.' };
  return undefined;
}

/** An e-mail address is required (ACC-1, ACC-2). */
export function refuseEmail(trimmed: string): FieldRefusal | undefined {
  return isEmail(trimmed) ? undefined : { code: 'email_invalid', text: 'Please enter a valid email address.' };
}

/** An invalid referral code never blocks a registration; a malformed one is treated as absent (REF-6). */
export function referralCodeOf(typed: string): string {
  const code = typed.trim();
  return code.length > LONGEST_REFERRAL_CODE || CONTROL.test(code) ? '' : code;
}

/**
 * A verified e-mail cannot be registered again; an unverified one is sent a new link (ACC-3). The typed data takes effect when a link is used: each
 * link sets the name typed for it, and a mail that is sent again the first name (ACC-4).
 */
export function mayRegisterAgain(account: { emailVerifiedAt: Date | null }): boolean {
  return account.emailVerifiedAt === null;
}

/**
 * The valid referral code is that of the registration whose link was used; a mail that is sent again carries the first one. A reset link belongs to
 * no registration: it carries the code only when all registrations typed the same (ACC-6).
 */
export function codeWithoutLink(account: { referralCode: string; referralContested: boolean }): string {
  return account.referralContested ? '' : account.referralCode;
}
