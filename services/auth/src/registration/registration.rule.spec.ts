import { codeWithoutLink, mayRegisterAgain, referralCodeOf, refuseEmail, refuseName } from './registration.rule.js';

describe('the fields of a registration', () => {
  it.each(['A', 'x'.repeat(100), '王小明', '😀'.repeat(100)])('accepts the name %s', (name) => {
    expect(refuseName(name)).toBeUndefined();
  });

  it.each(['', 'x'.repeat(101), 'Ada\0', 'Ada\r\nBcc: x'])('refuses the name %j', (name) => {
    expect(refuseName(name)?.code).toBe('name_invalid');
  });

  it.each([
    'علی\u200cرضا',
    'ශ\u0dca\u200dර\u0dd3',
    'क\u094d\u200dष',
    'Zoë O’Brien-Smith 3rd',
    'José',
    'Nguye\u0302\u0303n',
    '👩\u200d💻 Ada',
    '❤\ufe0f\u200d🔥',
  ])('accepts the name %j, whose joiners and marks belong to its spelling', (name) => {
    expect(refuseName(name)).toBeUndefined();
  });

  it.each([
    ['a zero-width space', '\u200b'],
    ['joiners alone', '\u200d\u200c\u200d'],
    ['a Hangul filler', '\u3164'],
    ['an empty braille cell', '\u2800\u2800'],
    ['marks without a letter', '\u034f\u0301'],
  ])('refuses an invisible name: %s', (_case, name) => {
    expect(refuseName(name.trim())?.code).toBe('name_invalid');
  });

  it.each([
    ['a bidi override', '\u202eevil'],
    ['a bidi isolate', 'Ada\u2066x'],
    ['a direction mark', 'Ada\u200f'],
    ['a zero-width space', 'Ad\u200ba'],
    ['a byte order mark', 'Ad\ufeffa'],
    ['a joiner between Latin letters', 'Ad\u200da'],
    ['a joiner at an end', 'علی\u200c'],
    ['two joiners', 'علی\u200c\u200cرضا'],
    ['a lone surrogate', 'Ada\ud800'],
    ['what a lone surrogate becomes on the wire', 'Ada\ufffd'],
    ['a line separator', 'Ada\u2028Bcc: x'],
    ['a tag character', 'Ada\u{e0041}'],
    ['a private character', 'Ada\ue000'],
    ['a C1 control', 'Ada\u009b31m'],
  ])('refuses a name that holds %s', (_case, name) => {
    expect(refuseName(name)?.code).toBe('name_invalid');
  });

  it('refuses a malformed e-mail address', () => {
    expect(refuseEmail('ada')?.code).toBe('email_invalid');
    expect(refuseEmail('ada@example.com')).toBeUndefined();
  });

  it('keeps a referral code as typed and drops a malformed one', () => {
    expect(referralCodeOf(' ADA-42 ')).toBe('ADA-42');
    expect(referralCodeOf('x'.repeat(65))).toBe('');
    expect(referralCodeOf('a\0b')).toBe('');
  });
});

describe('registering again', () => {
  it('is allowed for unverified addresses (ACC-3)', () => {
    expect(mayRegisterAgain({ emailVerifiedAt: null })).toBe(true);
    expect(mayRegisterAgain({ emailVerifiedAt: new Date() })).toBe(false);
  });

  it('with another referral code leaves no code for a link without a registration (ACC-6)', () => {
    expect(codeWithoutLink({ referralCode: 'BOB1', referralContested: false })).toBe('BOB1');
    expect(codeWithoutLink({ referralCode: 'BOB1', referralContested: true })).toBe('');
  });
});
