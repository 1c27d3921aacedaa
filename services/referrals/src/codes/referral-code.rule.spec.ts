import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { CODE_BYTES, codeOfBytes, codeTyped } from './referral-code.rule.js';

describe('a referral code (REF-11)', () => {
  it('has 10 characters of Crockford base32, each of which is equally likely', () => {
    const seen = new Map<string, number>();
    for (let n = 0; n < 3_200; n++) {
      const code = codeOfBytes(randomBytes(CODE_BYTES));
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
      for (const letter of code) seen.set(letter, (seen.get(letter) ?? 0) + 1);
    }
    expect(seen.size).toBe(32);
    // 1,000 expected of each, give or take six deviations.
    for (const count of seen.values()) expect(Math.abs(count - 1_000)).toBeLessThan(200);
  });

  it('reads the same in small letters, with O for 0, I or L for 1, spaces and hyphens', () => {
    expect(codeTyped(' o1il-2abcd e ')).toBe(codeTyped('01112ABCDE'.slice(0, 10)));
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), fc.infiniteStream(fc.nat(2)), (bytes, picks) => {
        const code = codeOfBytes(bytes);
        const typed = [...code].map((letter) => {
          const ways =
            letter === '0'
              ? ['0', 'O', 'o']
              : letter === '1'
                ? ['1', 'I', 'l']
                : [letter, letter.toLowerCase(), `${letter}-`];
          return ways[picks.next().value as number];
        });
        expect(codeTyped(typed.join(''))).toBe(code);
      }),
    );
  });

  it.each([
    '',
    'ABC',
    'ABCDEFGHJKM',
    'ABCDEFGHJU',
    'ABCDEFGH\u0000J',
    'ÀBCDEFGHJK',
    'A'.repeat(100_000),
    `ABCDEFGHJK${'-'.repeat(55)}more`,
    "' OR 1=1--",
  ])('is not %#', (text) => expect(codeTyped(text)).toBeUndefined());
});
