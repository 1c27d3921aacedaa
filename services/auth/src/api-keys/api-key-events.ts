import type { NewEvent } from '@precis/events/outbox/outbox';
import { ApiKeyGenerated, ApiKeyRevoked, ApiKeyRotated } from '@precis/proto/events/auth/v1/api_key';
import type { ApiKey } from './api-key.entity.js';

const TOPIC = 'auth.api-key.v1';

export function apiKeyGenerated(key: ApiKey): NewEvent {
  const payload = ApiKeyGenerated.encode({ userId: key.userId, keyId: key.id }).finish();
  return { topic: TOPIC, key: key.userId, type: 'api-key-generated', payload, occurredAt: key.createdAt };
}

export function apiKeyRotated(old: ApiKey, key: ApiKey): NewEvent {
  const payload = ApiKeyRotated.encode({
    userId: key.userId,
    oldKeyId: old.id,
    keyId: key.id,
    oldKeyValidUntilMs: old.validUntil!.getTime(),
  }).finish();
  return { topic: TOPIC, key: key.userId, type: 'api-key-rotated', payload, occurredAt: key.createdAt };
}

export function apiKeyRevoked(userId: string, keyId: string, occurredAt: Date): NewEvent {
  return {
    topic: TOPIC,
    key: userId,
    type: 'api-key-revoked',
    payload: ApiKeyRevoked.encode({ userId, keyId }).finish(),
    occurredAt,
  };
}
