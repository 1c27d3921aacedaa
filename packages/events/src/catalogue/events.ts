import { ApiKeyGenerated, ApiKeyRevoked, ApiKeyRotated } from '@precis/proto/events/auth/v1/api_key';
import {
  AccountClosed,
  AccountReopened,
  EmailChanged,
  EmailVerified,
  GoogleLinked,
  MailRequested,
  PasswordChanged,
  UserDeleted,
  UserRegistered,
} from '@precis/proto/events/auth/v1/user';
import {
  PaymentCompleted,
  PaymentDisputed,
  PaymentFailed,
  PaymentPending,
  PaymentRefunded,
} from '@precis/proto/events/billing/v1/payment';
import { SubscriptionExpired, SubscriptionExpiring } from '@precis/proto/events/billing/v1/reminder';
import { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { CommissionCreditRefused, WalletEntryPosted } from '@precis/proto/events/billing/v1/wallet';
import {
  CommissionApproved,
  CommissionCompleted,
  CommissionReversed,
} from '@precis/proto/events/referrals/v1/commission';
import { type JobCall, SummaryCompleted, SummaryFailed } from '@precis/proto/events/summarisation/v1/summary';
import { BatchEnded } from '@precis/proto/events/usage/v1/batch';
import { JobEnded } from '@precis/proto/events/usage/v1/job';
import { QuotaThresholdReached, UsageMonthClosed } from '@precis/proto/events/usage/v1/quota';
import { SummaryHidden } from '@precis/proto/events/usage/v1/summary';
import { EventType, type WrittenTopic } from './event-type.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const USER: WrittenTopic = { name: 'auth.user.v1', partitions: 6, writer: 'auth' };
const API_KEY: WrittenTopic = { name: 'auth.api-key.v1', partitions: 6, retentionMs: 30 * DAY_MS, writer: 'auth' };
const SUBSCRIPTION: WrittenTopic = { name: 'billing.subscription.v1', partitions: 6, writer: 'billing' };
const PAYMENT: WrittenTopic = { name: 'billing.payment.v1', partitions: 6, writer: 'billing' };
const WALLET: WrittenTopic = { name: 'billing.wallet.v1', partitions: 6, writer: 'billing' };
const REMINDER: WrittenTopic = { name: 'billing.reminder.v1', partitions: 6, writer: 'billing' };
const COMMISSION: WrittenTopic = { name: 'referrals.commission.v1', partitions: 6, writer: 'referrals' };
const SUMMARY: WrittenTopic = {
  name: 'summarisation.summary.v1',
  partitions: 6,
  retentionMs: 30 * DAY_MS,
  writer: 'summarisation',
};
const QUOTA: WrittenTopic = { name: 'usage.quota.v1', partitions: 6, retentionMs: 30 * DAY_MS, writer: 'usage' };
const BATCH: WrittenTopic = { name: 'usage.batch.v1', partitions: 6, retentionMs: 30 * DAY_MS, writer: 'usage' };
const JOB: WrittenTopic = { name: 'usage.job.v1', partitions: 6, retentionMs: 30 * DAY_MS, writer: 'usage' };
/** The retention is the time for which a summary is kept after its last delivery. */
const OWN_SUMMARY: WrittenTopic = {
  name: 'usage.summary.v1',
  partitions: 6,
  retentionMs: 30 * DAY_MS,
  writer: 'usage',
};

const byUser = ({ userId }: { userId: string }) => userId;
/** The key of a job's event is the charged account; that of another event is the video. */
const byVideoOrAccount = ({ videoId, job }: { videoId: string; job: JobCall | undefined }) => job?.accountId ?? videoId;
/** Marks a type without consumers yet. */
const hasNoConsumer = true;

/**
 * All events. None contains an address, a name or a secret (MAIL-1). A service announces `EVENTS.x.of(message, occurredAt)` and handles it with
 * `@OnEvent(EVENTS.x)`. services/services.json (`consumes`) lists the consumers, and determines who may read a topic at Kafka. topic-owners.spec.ts
 * compares the list, the marks and the handlers.
 */
export const EVENTS = {
  userRegistered: new EventType(USER, 'user-registered', UserRegistered, byUser),
  emailVerified: new EventType(USER, 'email-verified', EmailVerified, byUser),
  mailRequested: new EventType(USER, 'mail-requested', MailRequested, byUser),
  passwordChanged: new EventType(USER, 'password-changed', PasswordChanged, byUser),
  emailChanged: new EventType(USER, 'email-changed', EmailChanged, byUser),
  googleLinked: new EventType(USER, 'google-linked', GoogleLinked, byUser),
  accountClosed: new EventType(USER, 'account-closed', AccountClosed, byUser),
  accountReopened: new EventType(USER, 'account-reopened', AccountReopened, byUser, hasNoConsumer),
  userDeleted: new EventType(USER, 'user-deleted', UserDeleted, byUser),
  apiKeyGenerated: new EventType(API_KEY, 'api-key-generated', ApiKeyGenerated, byUser),
  apiKeyRotated: new EventType(API_KEY, 'api-key-rotated', ApiKeyRotated, byUser),
  apiKeyRevoked: new EventType(API_KEY, 'api-key-revoked', ApiKeyRevoked, byUser),
  subscriptionChanged: new EventType(SUBSCRIPTION, 'subscription-changed', SubscriptionChanged, byUser),
  paymentPending: new EventType(PAYMENT, 'payment-pending', PaymentPending, byUser),
  paymentCompleted: new EventType(PAYMENT, 'payment-completed', PaymentCompleted, byUser),
  paymentFailed: new EventType(PAYMENT, 'payment-failed', PaymentFailed, byUser),
  paymentRefunded: new EventType(PAYMENT, 'payment-refunded', PaymentRefunded, byUser),
  paymentDisputed: new EventType(PAYMENT, 'payment-disputed', PaymentDisputed, byUser),
  walletEntryPosted: new EventType(WALLET, 'wallet-entry-posted', WalletEntryPosted, byUser),
  commissionCreditRefused: new EventType(WALLET, 'commission-credit-refused', CommissionCreditRefused, byUser),
  subscriptionExpiring: new EventType(REMINDER, 'subscription-expiring', SubscriptionExpiring, byUser),
  subscriptionExpired: new EventType(REMINDER, 'subscription-expired', SubscriptionExpired, byUser),
  commissionApproved: new EventType(COMMISSION, 'commission-approved', CommissionApproved, byUser),
  commissionReversed: new EventType(COMMISSION, 'commission-reversed', CommissionReversed, byUser),
  commissionCompleted: new EventType(COMMISSION, 'commission-completed', CommissionCompleted, byUser),
  summaryCompleted: new EventType(SUMMARY, 'summary-completed', SummaryCompleted, byVideoOrAccount),
  summaryFailed: new EventType(SUMMARY, 'summary-failed', SummaryFailed, byVideoOrAccount),
  quotaThresholdReached: new EventType(QUOTA, 'quota-threshold-reached', QuotaThresholdReached, byUser),
  batchEnded: new EventType(BATCH, 'batch-ended', BatchEnded, byUser),
  jobEnded: new EventType(JOB, 'job-ended', JobEnded, byUser),
  usageMonthClosed: new EventType(QUOTA, 'usage-month-closed', UsageMonthClosed, byUser),
  summaryHidden: new EventType(OWN_SUMMARY, 'summary-hidden', SummaryHidden, byUser),
};
