import fc from 'fast-check';
import { centsOf, dollarsOf, less, readDecimal, sumOf, times } from './exact-decimal.js';

const numRuns = process.env.FULL ? 10_000 : 500;
const cents = (text: string) => centsOf(readDecimal(text)!);

describe('amounts in decimal strings', () => {
  it.each([
    ['84', 8_400],
    ['84.00', 8_400],
    ['84.5', 8_450],
    ['0.29', 29],
    ['1.15', 115],
    ['1.005', 100],
    ['8.999999999999999999999999999', 899],
    ['0.009', 0],
    ['0', 0],
    ['1000000.00', 100_000_000],
  ])('%s is %d cents: fractions of a cent are dropped', (text, expected) => expect(cents(text)).toBe(expected));

  it.each([
    '',
    ' 1',
    '-1',
    '+1',
    '1e400',
    '1e2',
    'NaN',
    'Infinity',
    '0x10',
    '1,5',
    '.5',
    '5.',
    '1_000',
    '٣',
    '9'.repeat(30),
  ])('%j is not an amount', (text) => expect(readDecimal(text)).toBeUndefined());

  it('has no cents above the largest payment', () =>
    expect([cents('1000000.01'), cents('9'.repeat(29))]).toEqual([undefined, undefined]));

  it('reads back what it writes, for every number of cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (amount) => expect(cents(dollarsOf(amount))).toBe(amount)),
      { numRuns },
    );
  });

  it('drops fractions of a cent, never a cent, and never adds one', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 0, maxLength: 26 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), digits, (amount, rest) =>
        expect(cents(dollarsOf(amount) + rest)).toBe(amount),
      ),
      { numRuns },
    );
  });

  it('adds, subtracts and multiplies exactly', () => {
    const part = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 12 }));
    const at = ([units, scale]: [bigint, number], wanted: number) => units * 10n ** BigInt(wanted - scale);
    fc.assert(
      fc.property(part, part, (one, other) => {
        const [a, b] = [one, other].map(([units, scale]) => ({ units, scale }));
        const [sum, rest, product] = [sumOf([a, b]), less(a, b), times(a, b)];
        const [x, y] = [at(one, 24), at(other, 24)];
        expect(at([sum.units, sum.scale], 24)).toBe(x + y);
        expect(at([rest.units, rest.scale], 24)).toBe(x > y ? x - y : 0n);
        expect(product.units * 10n ** BigInt(24 - product.scale)).toBe(
          one[0] * other[0] * 10n ** BigInt(24 - one[1] - other[1]),
        );
      }),
      { numRuns },
    );
  });
});
