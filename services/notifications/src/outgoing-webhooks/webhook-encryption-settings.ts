import { kekCurrentSchema, kekRingSchema } from '@precis/runtime/vault/kek-ring';

/** Settings that the service shares with the re-wrap command. */
export const webhookEncryptionSettings = {
  /** Keys that encrypt the signing secrets of webhooks at rest: `1=<base64 of 32 bytes>,2=...`. All of them decrypt. */
  WEBHOOK_ENCRYPTION_KEYS: kekRingSchema({
    service: 'notifications',
    keys: 'WEBHOOK_ENCRYPTION_KEYS',
    current: 'WEBHOOK_ENCRYPTION_CURRENT',
  }),
  /** The version that encrypts; optional while there is only one. */
  WEBHOOK_ENCRYPTION_CURRENT: kekCurrentSchema,
};
