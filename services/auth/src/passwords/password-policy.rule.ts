const SHORTEST = 6;
const LONGEST = 128;

/** Why a password is refused: a stable code and a text for the form. */
export interface PasswordRefusal {
  code: 'password_too_short' | 'password_too_long' | 'password_invalid' | 'password_common';
  text: string;
}

/**
 * A password has 6 to 128 characters and no rule on its composition (ACC-11); with the blocklist on, common and product-related passwords are refused
 * too (ACC-12). A password is never trimmed.
 */
export function refusePassword(password: string, blocklist: boolean): PasswordRefusal | undefined {
  const length = [...password].length;
  if (length < SHORTEST) return { code: 'password_too_short', text: 'Password must be at least 6 characters.' };
  if (length > LONGEST) return { code: 'password_too_long', text: 'Password must be at most 128 characters.' };
  if (password.includes('\0'))
    return { code: 'password_invalid', text: 'Password contains a character that is not allowed.' };
  if (blocklist && isCommonPassword(password))
    return { code: 'password_common', text: 'This password is too common. Please choose another one.' };
  return undefined;
}

/** Passwords that guessing tools try first, and words around the product; compared without case and trailing digits or marks. */
const COMMON = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 111111 11111111 000000 00000000 121212 123123 123321 654321 666666 888888
  987654321 112233 abc123 abcdef abcd1234 a123456 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx qwerty qwertyuiop qwertz azerty asdfgh
  asdfghjkl zxcvbn zxcvbnm q1w2e3r4 qwe123 password passw0rd p@ssw0rd p@ssword pass123 passwort motdepasse contraseña letmein welcome
  welcom3 admin administrator root toor login guest master superman batman dragon monkey football baseball basketball soccer hockey
  princess sunshine shadow iloveyou lovely whatever trustno1 starwars pokemon naruto michael jordan charlie ashley daniel jessica
  thomas hunter hunter2 killer freedom flower cookie summer winter spring autumn secret changeme default test test123 testing demo
  temp temppass google facebook youtube computer internet samsung apple android windows linux hello hello123 mustang ferrari harley
  precis summarise summarize summary summaries videosummary transcript apikey playground subscription`.split(/\s+/),
);

/** True for a common or product-related password, also with digits or marks put after it (ACC-12). */
function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return COMMON.has(lower) || COMMON.has(lower.replace(/[\d!?.@#$*_-]+$/, '')) || /^(.)\1+$/u.test(lower);
}
