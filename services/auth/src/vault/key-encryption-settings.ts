import { kekCurrentSchema, kekRingSchema } from '@precis/runtime/vault/kek-ring';

/** Settings that the service shares with the re-wrap command. */
export const keyEncryptionSettings = {
  /** Keys that encrypt API keys and signing keys at rest: `1=<base64 of 32 bytes>,2=...`. All of them decrypt. */
  KEY_ENCRYPTION_KEYS: kekRingSchema({
    service: 'auth',
    keys: 'KEY_ENCRYPTION_KEYS',
    current: 'KEY_ENCRYPTION_CURRENT',
  }),
  /** The version that encrypts; optional while there is only one. */
  KEY_ENCRYPTION_CURRENT: kekCurrentSchema,
};
