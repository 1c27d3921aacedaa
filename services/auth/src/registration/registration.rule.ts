import { isEmail } from '../users/email.rule.js';

/** Why a field is refused: a stable code and a text for the form. */
export interface FieldRefusal {
  code: 'name_invalid' | 'email_invalid';
  text: string;
}

const LONGEST_NAME = 100;
const LONGEST_REFERRAL_CODE = 64;
const CONTROL = /\p{Cc}/u;

/** Control, format (bidi overrides, zero widths), surrogate, private and unassigned characters, line ends, and what broken text decodes to. */
const UNSEEN = /[\p{C}\u2028\u2029\ufffd]/u;
/** Hangul fillers are letters and the empty braille cell a symbol to Unicode, yet nobody sees them. */
const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;
/** Scripts whose words are spelt with zero-width joiners: Arabic, Syriac, Mongolian and those of India and its neighbours. */
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
 * A name is required, 1 to 100 characters after trimming (ACC-1). It is put into mails and shown to others, so at least one character
 * can be seen and none is unseen: no control or format characters (a bidi override turns the text around it), no broken text;
 * zero-width joiners only where a script or an emoji is spelt with them.
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

/** An invalid referral code never blocks a registration; one that cannot be a code counts as none (REF-6). */
export function referralCodeOf(typed: string): string {
  const code = typed.trim();
  return code.length > LONGEST_REFERRAL_CODE || CONTROL.test(code) ? '' : code;
}

/**
 * Registering a verified e-mail again is refused; an unverified one is sent a new link (ACC-3). What was typed counts only when a link is
 * used: each link gives the account the name that was typed for it, and a mail that is sent again the first one (ACC-4).
 */
export function mayRegisterAgain(account: { emailVerifiedAt: Date | null }): boolean {
  return account.emailVerifiedAt === null;
}

/**
 * The referral code that counts is that of the registration whose link was used; a mail that is sent again carries the first one. A reset
 * link belongs to no registration: it carries the code only when all of them typed the same (ACC-6).
 */
export function codeWithoutLink(account: { referralCode: string; referralContested: boolean }): string {
  return account.referralContested ? '' : account.referralCode;
}
