import { isEmail } from '../users/email.rule.js';

/** Why a field is refused: a stable code and a text for the form. */
export interface FieldRefusal {
  code: string;
  text: string;
}

const LONGEST_NAME = 100;
const LONGEST_REFERRAL_CODE = 64;
const CONTROL = /\p{Cc}/u;

/** Specification section 5: a name is required; 1 to 100 characters after trimming, no control characters (it is put into mails). */
export function refuseName(trimmed: string): FieldRefusal | undefined {
  if (trimmed === '') return { code: 'name_invalid', text: 'Name is required.' };
  if ([...trimmed].length > LONGEST_NAME) return { code: 'name_invalid', text: 'Name must be at most 100 characters.' };
  if (CONTROL.test(trimmed)) return { code: 'name_invalid', text: 'Name contains a character that is not allowed.' };
  return undefined;
}

/** Specification section 5: an e-mail address is required. */
export function refuseEmail(trimmed: string): FieldRefusal | undefined {
  return isEmail(trimmed) ? undefined : { code: 'email_invalid', text: 'Please enter a valid email address.' };
}

/** Decisions 10: an invalid referral code never blocks registration; one that cannot be a code counts as none. */
export function referralCodeOf(typed: string): string {
  const code = typed.trim();
  return code.length > LONGEST_REFERRAL_CODE || CONTROL.test(code) ? '' : code;
}
