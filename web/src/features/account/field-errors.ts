import type { CallFailure } from '../../lib/call-gateway';
import { account } from '../../texts/account';
import { PASSWORD_MAX, PASSWORD_MIN } from './password.rule';

export type FieldErrors = Record<string, string | undefined>;

/** Checks an e-mail address before it is sent; only a mail can show whether it exists (WEB-15, WEB-16). */
export function emailError(email: string): string | undefined {
  if (!email.trim()) return account.emailMissing;
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : account.emailWrong;
}

/** The field that a refusal of the server is about; its sentence is then also shown at the field (WEB-31). */
const FIELD_OF: Record<string, string> = {
  invalid_credentials: 'password',
  email_invalid: 'email',
  email_taken: 'email',
  email_not_verified: 'email',
  name_invalid: 'name',
  password_common: 'password',
  password_invalid: 'password',
  password_too_long: 'password',
  password_too_short: 'password',
};

/** The server's sentence for the field that it is about; empty when it is about none (WEB-31). */
export function refusedField(error: unknown): FieldErrors {
  const { code, text } = (error ?? {}) as Partial<CallFailure>;
  const field = code && Object.hasOwn(FIELD_OF, code) ? FIELD_OF[code] : undefined;
  return field && text ? { [field]: text } : {};
}

/** The fault of a new password; undefined for a valid one (WEB-15). */
export function newPasswordError(password: string): string | undefined {
  const length = [...password].length;
  if (length < PASSWORD_MIN) return account.passwordShort;
  return length > PASSWORD_MAX ? account.passwordLong : undefined;
}

/** The repeated password must match (WEB-15). */
export function repeatError(password: string, repeated: string): string | undefined {
  return password === repeated ? undefined : account.passwordsDiffer;
}
