import { looksLikePaymentId } from './payment-id.rule';

describe('a transaction id in the address', () => {
  it('is an id, and no sentence, markup or endless text that somebody wrote there (WEB-21)', () => {
    expect(looksLikePaymentId('cs_test_a1B2c3D4e5')).toBe(true);
    expect(looksLikePaymentId('01a204c4-cf45-7c2c-a829-f904fbc8e0ad')).toBe(true);
    for (const text of [null, '', 'short', 'Call us at 555 123', '<b>cs_test_1</b>', 'a'.repeat(129)]) {
      expect(looksLikePaymentId(text)).toBe(false);
    }
  });
});
