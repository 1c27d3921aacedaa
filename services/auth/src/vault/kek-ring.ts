import { z } from 'zod';

/** Key-encryption keys by version. The highest version encrypts; older ones stay so that old rows can be read. */
export class KekRing {
  readonly current: number;

  constructor(private readonly keys: ReadonlyMap<number, Buffer>) {
    this.current = Math.max(...keys.keys());
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
