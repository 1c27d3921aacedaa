import fc from 'fast-check';
import { composeApiKey, crc32, isWellFormedApiKey, KEY_CHARACTERS } from './api-key-format.rule.js';

const digits = fc.array(fc.integer({ min: 0, max: 61 }), { minLength: KEY_CHARACTERS, maxLength: KEY_CHARACTERS });

describe('API key format', () => {
  it('uses the standard CRC32', () => {
    expect(crc32('123456789')).toBe(0xcbf43926);
  });

  it('is prc_, 40 characters and a checksum of 6 characters', () => {
    expect(composeApiKey(Array(40).fill(0))).toMatch(/^prc_0{40}[0-9A-Za-z]{6}$/);
  });

  it('accepts every key that it composes', () => {
    fc.assert(fc.property(digits, (ds) => isWellFormedApiKey(composeApiKey(ds))));
  });

  it('refuses every key with one character changed', () => {
    fc.assert(
      fc.property(digits, fc.integer({ min: 4, max: 49 }), fc.integer({ min: 1, max: 61 }), (ds, at, shift) => {
        const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
        const key = composeApiKey(ds);
        const other = alphabet[(alphabet.indexOf(key[at]) + shift) % 62];
        return !isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1));
      }),
    );
  });

  it.each(['', 'prc_', 'sk_live_abc', `prc_${'0'.repeat(46)}\n`, ` ${composeApiKey(Array(40).fill(1))}`])(
    'refuses %j',
    (text) => {
      expect(isWellFormedApiKey(text)).toBe(false);
    },
  );
});
