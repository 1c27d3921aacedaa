import { ConfigError } from '@precis/runtime/config';
import { z } from 'zod';

/** Key-encryption keys by version: all of them open, which one seals is another setting. */
export class KekRing {
  constructor(private readonly keys: ReadonlyMap<number, Buffer>) {}

  /**
   * The version that seals. It is named wherever there are several: were it the newest by itself, the first copy of a rolling
   * restart that knows a new version would seal what the others cannot open.
   */
  sealing(named: number | undefined): number {
    if (named === undefined && this.keys.size > 1)
      throw new ConfigError('auth', ['KEY_ENCRYPTION_CURRENT: needed where KEY_ENCRYPTION_KEYS has several versions']);
    const version = named ?? [...this.keys.keys()][0];
    if (!this.keys.has(version))
      throw new ConfigError('auth', [`KEY_ENCRYPTION_CURRENT: KEY_ENCRYPTION_KEYS lacks version ${version}`]);
    return version;
  }

  /** The 32-byte key of a version; a row sealed under a version that configuration no longer has is unreadable. */
  key(version: number): Buffer {
    const key = this.keys.get(version);
    if (!key) throw new Error(`KEY_ENCRYPTION_KEYS lacks version ${version}`);
    return key;
  }
}

/** `1=<base64>,2=<base64>` -> KekRing. */
export const kekRingSchema = z.string().transform((text, ctx) => {
  const keys = new Map<number, Buffer>();
  for (const pair of text.split(',').filter(Boolean)) {
    const at = pair.indexOf('=');
    const [version, key] = [Number(pair.slice(0, at)), Buffer.from(pair.slice(at + 1), 'base64')];
    if (at < 1 || !Number.isInteger(version) || version < 1 || key.length !== 32) {
      ctx.addIssue({ code: 'custom', message: 'expected version=base64 pairs, 32 bytes each' });
      return z.NEVER;
    }
    keys.set(version, key);
  }
  if (keys.size > 0) return new KekRing(keys);
  ctx.addIssue({ code: 'custom', message: 'expected at least one key' });
  return z.NEVER;
});

/** The same for the service and for the command that re-wraps. */
export const keyEncryptionSettings = {
  /** Keys that encrypt API keys and signing keys at rest: `1=<base64 of 32 bytes>,2=...`. All of them decrypt. */
  KEY_ENCRYPTION_KEYS: kekRingSchema,
  /** The version that encrypts; may be left out while there is one alone. */
  KEY_ENCRYPTION_CURRENT: z.preprocess(
    (text) => (text === '' ? undefined : text),
    z.coerce.number().int().min(1).optional(),
  ),
};
