import { KekRing, kekRingSchema, type KekSettings } from './kek-ring.js';
import { Vault } from './vault.provider.js';

const SETTINGS: KekSettings = { service: 'auth', keys: 'KEY_ENCRYPTION_KEYS', current: 'KEY_ENCRYPTION_CURRENT' };
const ringOf = (...keys: [number, Buffer][]) => new KekRing(new Map(keys), SETTINGS);
const kek = (fill: number) => Buffer.alloc(32, fill);
const secret = Buffer.from('prc_secret');

describe('vault', () => {
  it('opens what it sealed, in the row it was sealed for', () => {
    const vault = new Vault(ringOf([1, kek(1)]));
    const sealed = vault.seal(secret, 'user|key');
    expect(vault.open(sealed, 'user|key')).toEqual(secret);
    expect(() => vault.open(sealed, 'other|key')).toThrow();
    expect(vault.seal(secret, 'user|key').ciphertext).not.toEqual(sealed.ciphertext);
  });

  it('refuses a ciphertext with one bit changed', () => {
    const vault = new Vault(ringOf([1, kek(1)]));
    for (const part of ['ciphertext', 'wrappedKey'] as const) {
      const sealed = vault.seal(secret, 'row');
      for (let at = 0; at < sealed[part].length; at++) {
        const bent = Buffer.from(sealed[part]);
        bent[at] ^= 1;
        expect(() => vault.open({ ...sealed, [part]: bent }, 'row')).toThrow();
      }
    }
  });

  it('seals with the version that is set, even when the ring has a newer one, and opens all versions', () => {
    const ring = ringOf([1, kek(1)], [2, kek(2)]);
    const [before, after] = [new Vault(ring, 1), new Vault(ring, 2)];
    const old = before.seal(secret, 'row');
    expect(old.keyVersion).toBe(1);
    expect(new Vault(ringOf([1, kek(1)])).open(old, 'row')).toEqual(secret);
    expect(after.open(old, 'row')).toEqual(secret);
    expect(after.seal(secret, 'row').keyVersion).toBe(2);
    expect(() => after.open({ ...old, keyVersion: 2 }, 'row')).toThrow();
  });

  it('is not created when it would have to guess the version that seals', () => {
    const ring = ringOf([1, kek(1)], [2, kek(2)]);
    expect(() => new Vault(ring)).toThrow('KEY_ENCRYPTION_CURRENT');
    expect(() => new Vault(ring, 3)).toThrow('KEY_ENCRYPTION_KEYS lacks version 3');
  });

  it.each(['', '1=short', 'x=AAAA', `0=${kek(1).toString('base64')}`, kek(1).toString('base64')])(
    'accepts no keys from %j',
    (text) => {
      expect(kekRingSchema(SETTINGS).safeParse(text).success).toBe(false);
    },
  );
});
