import { kekCurrentSchema, kekRingSchema } from '@precis/runtime/vault/kek-ring';

/** The same for the service and for the command that re-wraps. */
export const keyEncryptionSettings = {
  /** Keys that encrypt API keys and signing keys at rest: `1=<base64 of 32 bytes>,2=...`. All of them decrypt. */
  KEY_ENCRYPTION_KEYS: kekRingSchema({
    service: 'auth',
    keys: 'KEY_ENCRYPTION_KEYS',
    current: 'KEY_ENCRYPTION_CURRENT',
  }),
  /** The version that encrypts; may be left out while there is one alone. */
  KEY_ENCRYPTION_CURRENT: kekCurrentSchema,
};
