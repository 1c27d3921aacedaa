import type { BadInputRoute, Field } from './route-fields.js';
import { WEBHOOK_ROUTES } from './webhook-routes.js';

const SHORT_BYTES = 100_000;
const LONG_BYTES = 5_000_000;
const url: Field = { type: 'text', required: true, most: 2_048 };
const custom_prompt: Field = { type: 'text', required: false, most: 2_000 };
const transcript: Field = { type: 'transcript', required: false };
const title: Field = { type: 'text', required: false, most: 300 };
const summary_type: Field = { type: 'word', required: false };
const language: Field = { type: 'word', required: false };
const timestamps: Field = { type: 'flag', required: false };
const keepAccount: Field = { type: 'flag', required: false };
const format: Field = { type: 'word', required: false };
const WISH: Record<string, Field> = {
  plan: { type: 'text', required: true, most: 40 },
  duration: { type: 'word', required: true },
  paymentMethod: { type: 'word', required: true },
  extend: { type: 'flag', required: false },
};
const VIDEO = 'https://www.youtube.com/watch?v=precisDemo1';

/** Never becomes an account: every body with it has another bad field. */
export const BAD_INPUT_EMAIL = `bad-input-${process.pid}-${Date.now()}@customer.example`;

/** Every route that takes a body, except batches: a bad item does not make the call bad input (contract/batches.suite.ts). */
export const ROUTES: BadInputRoute[] = [
  {
    method: 'POST',
    path: '/api/auth/register',
    credential: 'none',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: {
      name: { type: 'text', required: true, most: 100 },
      email: { type: 'text', required: true, most: 254 },
      password: { type: 'text', required: true, least: 6, most: 128 },
      referral_code: { type: 'code', required: false },
    },
    valid: { name: 'Ben Canary', email: BAD_INPUT_EMAIL, password: 'pw-canary', referral_code: 'ABC' },
  },
  {
    method: 'POST',
    path: '/api/auth/login',
    credential: 'none',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: {
      email: { type: 'text', required: true, most: 254 },
      password: { type: 'text', required: true, most: 128 },
      keep_account: keepAccount,
    },
    valid: { email: BAD_INPUT_EMAIL, password: 'pw-canary' },
  },
  {
    method: 'POST',
    path: '/api/auth/verify-email',
    credential: 'none',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: { token: { type: 'text', required: true, most: 500 } },
    valid: { token: 'nonsense' },
  },
  {
    method: 'POST',
    path: '/api/auth/resend-verification',
    credential: 'none',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: { email: { type: 'text', required: true, most: 254 } },
    valid: { email: BAD_INPUT_EMAIL },
  },
  {
    method: 'POST',
    path: '/api/auth/forgot-password',
    credential: 'none',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: { email: { type: 'text', required: true, most: 254 } },
    valid: { email: BAD_INPUT_EMAIL },
  },
  {
    method: 'POST',
    path: '/api/auth/reset-password',
    credential: 'none',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: {
      token: { type: 'text', required: true, most: 500 },
      password: { type: 'text', required: true, least: 6, most: 128 },
      keep_account: keepAccount,
    },
    valid: { token: 'nonsense', password: 'pw-canary' },
  },
  {
    method: 'POST',
    path: '/api/auth/undo-email-change',
    credential: 'none',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: { token: { type: 'text', required: true, most: 500 } },
    valid: { token: 'nonsense' },
  },
  {
    method: 'POST',
    path: '/api/auth/google/link',
    credential: 'none',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: { password: { type: 'text', required: true, most: 128 }, keep_account: keepAccount },
    valid: { password: 'pw-canary' },
  },
  {
    method: 'POST',
    path: '/api/auth/google/keep',
    credential: 'none',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: { keep_account: keepAccount },
    valid: { keep_account: true },
  },
  {
    method: 'PUT',
    path: '/api/auth/update-password',
    credential: 'token',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: {
      currentPassword: { type: 'text', required: false, most: 128 },
      newPassword: { type: 'text', required: true, least: 6, most: 128 },
    },
    valid: { currentPassword: 'pw-canary-wrong', newPassword: 'pw-canary' },
  },
  {
    method: 'PUT',
    path: '/api/user/profile',
    credential: 'token',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: {
      name: { type: 'text', required: true, most: 100 },
      email: { type: 'text', required: true, most: 254 },
      currentPassword: { type: 'text', required: false, most: 128 },
    },
    valid: { name: 'Ben Canary', email: BAD_INPUT_EMAIL, currentPassword: 'pw-canary-wrong' },
  },
  {
    method: 'PUT',
    path: '/api/user/notifications',
    credential: 'token',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: {
      tips: { type: 'flag', required: true },
      usage_alerts: { type: 'flag', required: true },
      plan_reminders: { type: 'flag', required: true },
      referral_news: { type: 'flag', required: true },
    },
    valid: { tips: true, usage_alerts: true, plan_reminders: true, referral_news: true },
  },
  {
    method: 'DELETE',
    path: '/api/user/account',
    credential: 'token',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: { password: { type: 'text', required: false, most: 128 } },
    valid: { password: 'pw-canary-wrong' },
  },
  {
    method: 'POST',
    path: '/api/notifications/unsubscribe',
    credential: 'none',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: { token: { type: 'text', required: true, most: 500 } },
    valid: { token: 'nonsense' },
  },
  {
    method: 'POST',
    path: '/api/api-key/rotate',
    credential: 'token',
    api: 'private',
    bodyLimitBytes: SHORT_BYTES,
    fields: { grace_hours: { type: 'number', required: false, least: 0, most: 24 } },
    valid: { grace_hours: 1 },
  },
  {
    method: 'POST',
    path: '/api/payment/quote',
    credential: 'token',
    api: 'payment',
    bodyLimitBytes: SHORT_BYTES,
    fields: WISH,
    valid: { plan: 'basic', duration: 'monthly', paymentMethod: 'wallet', extend: false },
  },
  {
    method: 'POST',
    path: '/api/payment/create-session',
    credential: 'token',
    api: 'payment',
    bodyLimitBytes: SHORT_BYTES,
    fields: {
      ...WISH,
      referral_code: { type: 'code', required: false },
      quote_id: { type: 'text', required: false, most: 64 },
    },
    // A purchase with an empty wallet is refused.
    valid: { plan: 'basic', duration: 'monthly', paymentMethod: 'wallet', extend: false, referral_code: 'ABC' },
  },
  {
    method: 'POST',
    path: '/api/youtube/summarize',
    credential: 'key',
    api: 'public',
    bodyLimitBytes: LONG_BYTES,
    fields: { url, custom_prompt, summary_type, language, timestamps, format, transcript, title },
    valid: {
      url: VIDEO,
      custom_prompt: 'gates',
      summary_type: 'short',
      language: 'en',
      timestamps: false,
      format: 'json',
    },
  },
  {
    method: 'POST',
    path: '/api/youtube/playground/summarize',
    credential: 'token',
    api: 'private',
    bodyLimitBytes: LONG_BYTES,
    fields: { url, custom_prompt, summary_type, language, timestamps, format, transcript, title },
    valid: {
      url: VIDEO,
      custom_prompt: 'gates',
      summary_type: 'short',
      language: 'en',
      timestamps: false,
      format: 'json',
    },
  },
  {
    method: 'POST',
    path: '/api/youtube/info',
    credential: 'key',
    api: 'public',
    bodyLimitBytes: SHORT_BYTES,
    fields: { url },
    valid: { url: VIDEO },
  },
  {
    method: 'POST',
    path: '/api/youtube/transcript',
    credential: 'key',
    api: 'public',
    bodyLimitBytes: SHORT_BYTES,
    fields: { url, language, format },
    valid: { url: VIDEO, language: 'en', format: 'segments' },
  },
  {
    method: 'POST',
    path: '/api/youtube/estimate',
    credential: 'key',
    api: 'public',
    bodyLimitBytes: LONG_BYTES,
    fields: { url, custom_prompt, summary_type, language, timestamps, format, transcript, title },
    valid: { url: VIDEO, custom_prompt: 'gates', summary_type: 'short', language: 'en' },
  },
  ...WEBHOOK_ROUTES,
];
