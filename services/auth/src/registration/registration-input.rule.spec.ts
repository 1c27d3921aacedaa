import { referralCodeOf, refuseEmail, refuseName } from './registration-input.rule.js';

describe('what may be registered', () => {
  it.each(['A', 'x'.repeat(100), '王小明', '😀'.repeat(100)])('takes the name %s', (name) => {
    expect(refuseName(name)).toBeUndefined();
  });

  it.each(['', 'x'.repeat(101), 'Ada\0', 'Ada\r\nBcc: x'])('refuses the name %j', (name) => {
    expect(refuseName(name)?.code).toBe('name_invalid');
  });

  it('refuses what is no e-mail address', () => {
    expect(refuseEmail('ada')?.code).toBe('email_invalid');
    expect(refuseEmail('ada@example.com')).toBeUndefined();
  });

  it('lets a referral code pass as typed and drops what cannot be one', () => {
    expect(referralCodeOf(' ADA-42 ')).toBe('ADA-42');
    expect(referralCodeOf('x'.repeat(65))).toBe('');
    expect(referralCodeOf('a\0b')).toBe('');
  });
});
