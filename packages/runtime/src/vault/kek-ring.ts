import { z } from 'zod';
import { ConfigError } from '../config.js';

/** A service, and the names of its settings for key-encryption keys, for errors. It contains no key. */
export interface KekSettings {
  service: string;
  /** Name of the setting with all keys, such as `KEY_ENCRYPTION_KEYS`. */
  keys: string;
  /** Name of the setting with the version that encrypts, such as `KEY_ENCRYPTION_CURRENT`. */
  current: string;
}

/** Key-encryption keys by version. All of them decrypt; another setting says which one encrypts. */
export class KekRing {
  constructor(
    private readonly keys: ReadonlyMap<number, Buffer>,
    private readonly settings: KekSettings,
  ) {}

  /**
   * Returns the version that encrypts. Throws ConfigError when the ring has several and `named` is absent, or when `named` is not in the ring. If the
   * newest were always used, the first copy of a rolling restart with a new version would encrypt data that the other copies cannot decrypt.
   */
  sealingVersion(named: number | undefined): number {
    const { service, keys, current } = this.settings;
    if (named === undefined && this.keys.size > 1)
      throw new ConfigError(service, [`${current}: needed where ${keys} has several versions`]);
    const version = named ?? [...this.keys.keys()][0];
    if (!this.keys.has(version)) throw new ConfigError(service, [`${current}: ${keys} lacks version ${version}`]);
    return version;
  }

  /** The 32-byte key of a version. Throws for a version that is no longer configured, so rows sealed under it cannot be read. */
  key(version: number): Buffer {
    const key = this.keys.get(version);
    if (!key) throw new Error(`${this.settings.keys} lacks version ${version}`);
    return key;
  }
}

/** Parses `1=<base64>,2=<base64>` into a KekRing. */
export const kekRingSchema = (settings: KekSettings) =>
  z.string().transform((text, ctx) => {
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
    if (keys.size > 0) return new KekRing(keys, settings);
    ctx.addIssue({ code: 'custom', message: 'expected at least one key' });
    return z.NEVER;
  });

/** The version that encrypts, from the setting `current`. May be absent while there is only one version. */
export const kekCurrentSchema = z.preprocess(
  (text) => (text === '' ? undefined : text),
  z.coerce.number().int().min(1).optional(),
);
