import { idempotencyKeyOf } from './idempotency-key.js';

describe('Idempotency-Key', () => {
  it.each(['a', 'order 17', 'x'.repeat(255)])('%j is accepted', (key) => {
    expect(idempotencyKeyOf(key)).toBe(key);
  });

  it.each(['', ' ', 'x'.repeat(256), 'ä', 'a\tb'])('%j is refused', (key) => {
    expect(() => idempotencyKeyOf(key)).toThrow('Idempotency-Key must have 1 to 255 printable ASCII characters');
  });
});
