import { Payment, WalletEntry } from '@precis/proto/billing/v1/billing';

/** A user as auth answers it, including the fields that the gateway never shows. */
export const USER = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@customer.example',
  emailVerified: true,
  hasPassword: true,
  apiKey: '',
  apiKeyLastUsedMs: 0,
  apiKeyLastClient: '',
  pendingEmail: 'new@customer.example',
  googleLinked: true,
  suspended: true,
  erasedAtMs: 5,
  createdAtMs: 0,
};
/** The same as the API shows it (ACC-24). */
export const VIEW = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@customer.example',
  email_verified: true,
  has_password: true,
  wallet_balance: 12.34,
  api_key_last_used: null,
  pending_email: 'new@customer.example',
  google_linked: true,
  created_at: '1970-01-01T00:00:00.000Z',
};

/** A payment as billing answers it, with these fields and defaults for all others. */
export const paymentOf = (fields: Partial<Payment>): Payment => ({ ...Payment.decode(new Uint8Array()), ...fields });
export const walletEntryOf = (fields: Partial<WalletEntry>): WalletEntry => ({
  ...WalletEntry.decode(new Uint8Array()),
  ...fields,
});

/** A UUID, like the ids of the services. */
export const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const HOUR_MS = 3_600_000;
