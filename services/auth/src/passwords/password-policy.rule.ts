import { isCommonPassword } from './common-password.rule.js';

const SHORTEST = 6;
const LONGEST = 128;

/** Why a password is refused: a stable code and a text for the form. */
export interface PasswordRefusal {
  code: string;
  text: string;
}

/**
 * Specification section 5 and decisions 6: 6 to 128 characters, no composition rule; with the blocklist on, common and
 * product-related passwords are refused too. A password is never trimmed: what was typed is what counts.
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
