import type { MailKind } from './mail-of.js';
import type { MailParams } from './mail-content.js';

const day = (text: string) => Date.parse(`${text}T12:00:00Z`);

/** Sample events of each kind, for `npm run mails`. A kind has several when its text varies. */
export const MAIL_SAMPLES: Record<MailKind, MailParams[]> = {
  'verify-email': [{}],
  'reset-password': [{}],
  'change-email': [{}],
  'change-email-notice': [{}],
  welcome: [{}],
  'account-closed': [{ erasedAtMs: day('2026-11-28') }],
  'password-changed': [{ how: 'changed' }, { how: 'reset' }, { how: 'first' }],
  'google-linked': [{}],
  'key-generated': [{}],
  'key-rotated': [
    { atMs: day('2026-11-21'), oldKeyValidUntilMs: day('2026-11-22') },
    { atMs: day('2026-11-21'), oldKeyValidUntilMs: 0 },
  ],
  'key-revoked': [{}],
  'quota-threshold': [
    { month: '2026-11', percent: 80, used: 80, limit: 100 },
    { month: '2026-12', percent: 100, used: 500, limit: 500 },
  ],
  'webhook-disabled': [{ reason: 'gone' }, { reason: 'failing' }],
  'month-statement': [
    { month: '2026-11', used: 1, lines: 1, head: 'a1'.repeat(32), account: '3f'.repeat(16) },
    { month: '2026-12', used: 498, lines: 500, head: 'b2'.repeat(32), account: '3f'.repeat(16) },
  ],
  receipt: [
    {
      receiptId: '2026-000123',
      plan: 'basic',
      months: 3,
      method: 'stripe',
      totalCents: 2_550,
      amountCents: 2_550,
      paidAtMs: day('2026-11-21'),
      startsAtMs: day('2026-11-21'),
      endsAtMs: day('2027-02-21'),
    },
    {
      receiptId: '2026-000124',
      plan: 'medium',
      months: 1,
      method: 'wallet',
      totalCents: 2_900,
      amountCents: 2_150,
      paidAtMs: day('2026-11-21'),
      startsAtMs: day('2026-12-21'),
      endsAtMs: day('2027-01-21'),
    },
    {
      receiptId: '2026-000125',
      plan: 'basic',
      months: 1,
      method: 'crypto',
      totalCents: 900,
      amountCents: 0,
      paidAtMs: day('2026-11-21'),
      startsAtMs: day('2026-11-21'),
      endsAtMs: day('2026-12-21'),
    },
  ],
  'plan-expiring': [7, 3, 1].map((days) => ({ days, plan: 'medium', endsAtMs: day('2026-11-28') })),
  'plan-expired': [{ plan: 'medium', endsAtMs: day('2026-11-28') }],
  commission: [{ amountCents: 405 }],
};
