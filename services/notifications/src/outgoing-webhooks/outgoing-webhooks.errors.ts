import { DomainError } from '@precis/runtime/domain-error';
import type { UrlRefusal } from './endpoint-url.rule.js';

const URL_TEXTS: Record<UrlRefusal | 'private_address', string> = {
  not_a_url: 'The address of a webhook must be a URL.',
  too_long: 'The address of a webhook has at most 2,000 characters.',
  not_https: 'The address of a webhook must begin with https://.',
  has_credentials: 'The address of a webhook must not contain a user name or a password.',
  bad_port: 'The port of a webhook must be 443, or 1024 and above.',
  private_address: 'The address of a webhook must be on the public internet.',
};

export const badWebhookUrl = (refusal: keyof typeof URL_TEXTS) =>
  new DomainError('invalid', `webhook_url_${refusal}`, URL_TEXTS[refusal]);

export const badEventTypes = () =>
  new DomainError('invalid', 'webhook_events_invalid', 'The events must be one or more of those in the documentation.');

export const badOverlap = () =>
  new DomainError('invalid', 'webhook_overlap_invalid', 'The overlap of a rotation must be 0 to 24 hours.');

export const badWebhookAccount = () => new DomainError('invalid', 'bad_account_id', 'The account id is not valid.');

export const badWebhookCursor = () =>
  new DomainError('invalid', 'webhook_cursor_invalid', 'The cursor or the page size is not valid.');

export const endpointUnknown = () => new DomainError('not_found', 'webhook_not_found', 'There is no such webhook.');

export const deliveryUnknown = () =>
  new DomainError('not_found', 'webhook_delivery_not_found', 'There is no such delivery.');

export const tooManyEndpoints = (most: number) =>
  new DomainError('conflict', 'too_many_webhooks', `An account has at most ${most} webhooks.`);

export const endpointDisabled = () =>
  new DomainError('conflict', 'webhook_disabled', 'This webhook is disabled. Enable it first.');

export const deliveryWaits = () =>
  new DomainError('conflict', 'webhook_delivery_queued', 'This delivery is still being tried.');

export const tooManyOrders = (limit: number, retryAfterSeconds: number) =>
  new DomainError(
    'exhausted',
    'too_many_webhook_tests',
    'Too many tests and replays of webhooks today. Please try again tomorrow.',
    { limit, retryAfterSeconds },
  );
