import { DomainError } from '@precis/runtime/domain-error';

export const apiKeyInvalid = () => new DomainError('unauthenticated', 'api_key_invalid', 'Invalid API key');
export const apiKeyExists = () =>
  new DomainError('conflict', 'api_key_exists', 'You already have an API key. Revoke it first.');
export const apiKeyAbsent = () => new DomainError('not_found', 'api_key_absent', 'You have no API key.');
export const graceInvalid = () =>
  new DomainError('invalid', 'grace_invalid', 'The grace period must be between 0 and 86400 seconds.');
export const tooManyKeys = (limit: number, retryAfterSeconds: number) =>
  new DomainError(
    'exhausted',
    'too_many_keys',
    'Too many API keys were made in the last 24 hours. Please try again later.',
    { limit, retryAfterSeconds },
  );
