import type { User } from '@precis/proto/auth/v1/auth';
import { z } from 'zod';
import { optionalReferralCode, optionalText, optionalBoolean, requiredText, text } from '../http/input-fields.js';

/** The gateway checks lengths. Auth checks the meaning: a valid address, an e-mail that is not taken. Passwords have 6 to 128 characters (ACC-11). */
export const registerBody = z.object({
  name: requiredText(100),
  email: requiredText(254),
  password: text(6, 128),
  referral_code: optionalReferralCode(),
});
/** The owner keeps a closed account with this field; without it the answer is 409 account_closing with `erased_at` (ACC-73). */
const keepAccount = { keep_account: optionalBoolean(false) };
export const loginBody = z.object({ email: requiredText(254), password: text(1, 128), ...keepAccount });
export const verifyEmailBody = z.object({ token: requiredText(500) });
export const resendVerificationBody = z.object({ email: requiredText(254) });
export const forgotPasswordBody = z.object({ email: requiredText(254) });
export const resetPasswordBody = z.object({ token: requiredText(500), password: text(6, 128), ...keepAccount });
/** `currentPassword` may be absent or empty while the account has no password (ACC-15). */
export const updatePasswordBody = z.object({ currentPassword: optionalText(128), newPassword: text(6, 128) });

export const undoEmailChangeBody = z.object({ token: requiredText(500) });
export const linkGoogleBody = z.object({ password: text(1, 128), ...keepAccount });
export const keepByGoogleBody = z.object(keepAccount);

export const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  has_password: z.boolean(),
  wallet_balance: z.number().nullable().describe('Dollars; null while billing is unavailable'),
  apiKey: z.string().optional().describe('The full key; absent when there is none'),
  api_key_last_used: z.object({ at: z.string(), client: z.string() }).nullable(),
  pending_email: z.string().nullable().describe('A new address, not yet confirmed by its link'),
  google_linked: z.boolean(),
  created_at: z.string(),
});

export const signedIn = z.object({ success: z.literal(true), token: z.string(), user });
/** `data` repeats `user` (API-8). */
export const me = z.object({ success: z.literal(true), user, data: user });
export const message = z.object({ success: z.literal(true), message: z.string() });
export const registered = message.extend({ referral_applied: z.boolean().nullable() });

export type RegisterBody = z.output<typeof registerBody>;
export type LoginBody = z.output<typeof loginBody>;
export type VerifyEmailBody = z.output<typeof verifyEmailBody>;
export type ResendVerificationBody = z.output<typeof resendVerificationBody>;
export type ForgotPasswordBody = z.output<typeof forgotPasswordBody>;
export type ResetPasswordBody = z.output<typeof resetPasswordBody>;
export type UpdatePasswordBody = z.output<typeof updatePasswordBody>;

export type UndoEmailChangeBody = z.output<typeof undoEmailChangeBody>;
export type KeepByGoogleBody = z.output<typeof keepByGoogleBody>;
export type LinkGoogleBody = z.output<typeof linkGoogleBody>;

/** The user as the API shows it (ACC-24). The balance is in dollars; null = unknown, which is never 0 (ACC-23). */
export function userView(found: User, walletBalance: number | null): z.output<typeof user> {
  return {
    id: found.id,
    name: found.name,
    email: found.email,
    email_verified: found.emailVerified,
    has_password: found.hasPassword,
    wallet_balance: walletBalance,
    ...(found.apiKey === '' ? {} : { apiKey: found.apiKey }),
    api_key_last_used:
      found.apiKeyLastUsedMs === 0
        ? null
        : { at: new Date(found.apiKeyLastUsedMs).toISOString(), client: found.apiKeyLastClient },
    pending_email: found.pendingEmail || null,
    google_linked: found.googleLinked,
    created_at: new Date(found.createdAtMs).toISOString(),
  };
}
