import { ApiKeyGenerated, ApiKeyRevoked, ApiKeyRotated } from '@precis/proto/events/auth/v1/api_key';
import { EmailVerified, MailRequested, UserRegistered } from '@precis/proto/events/auth/v1/user';
import { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { SummaryCompleted, SummaryFailed } from '@precis/proto/events/summarisation/v1/summary';
import { EventType, type WrittenTopic } from './event-type.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const USER: WrittenTopic = { name: 'auth.user.v1', partitions: 6, writer: 'auth' };
const API_KEY: WrittenTopic = { name: 'auth.api-key.v1', partitions: 6, retentionMs: 30 * DAY_MS, writer: 'auth' };
const SUBSCRIPTION: WrittenTopic = { name: 'billing.subscription.v1', partitions: 6, writer: 'billing' };
const SUMMARY: WrittenTopic = {
  name: 'summarisation.summary.v1',
  partitions: 6,
  retentionMs: 30 * DAY_MS,
  writer: 'summarisation',
};

const byUser = ({ userId }: { userId: string }) => userId;
const byVideo = ({ videoId }: { videoId: string }) => videoId;
/** A type that is announced for consumers to come. */
const nobodyYet = true;

/**
 * Every event there is; none carries an address, a name or a secret (MAIL-1). A service announces `EVENTS.x.of(message, occurredAt)` and
 * handles it with `@OnEvent(EVENTS.x)`. Who handles which is listed in services/services.json (`consumes`), and decides who may read a topic
 * at Kafka; topic-owners.spec.ts holds list, marks and handlers against each other.
 */
export const EVENTS = {
  userRegistered: new EventType(USER, 'user-registered', UserRegistered, byUser),
  emailVerified: new EventType(USER, 'email-verified', EmailVerified, byUser, nobodyYet),
  mailRequested: new EventType(USER, 'mail-requested', MailRequested, byUser),
  apiKeyGenerated: new EventType(API_KEY, 'api-key-generated', ApiKeyGenerated, byUser, nobodyYet),
  apiKeyRotated: new EventType(API_KEY, 'api-key-rotated', ApiKeyRotated, byUser, nobodyYet),
  apiKeyRevoked: new EventType(API_KEY, 'api-key-revoked', ApiKeyRevoked, byUser, nobodyYet),
  subscriptionChanged: new EventType(SUBSCRIPTION, 'subscription-changed', SubscriptionChanged, byUser),
  summaryCompleted: new EventType(SUMMARY, 'summary-completed', SummaryCompleted, byVideo, nobodyYet),
  summaryFailed: new EventType(SUMMARY, 'summary-failed', SummaryFailed, byVideo, nobodyYet),
};
