import { refusePassword } from './password-policy.rule.js';

describe('password policy', () => {
  it.each([
    ['12345', 'password_too_short'],
    ['', 'password_too_short'],
    ['a'.repeat(129), 'password_too_long'],
    ['abc\0defg', 'password_invalid'],
  ])('refuses %j as %s', (password, code) => {
    expect(refusePassword(password, false)?.code).toBe(code);
  });

  it.each(['123456', ' spaced ', 'a'.repeat(128), '😀😀😀😀😀😀', 'пароль'])(
    'accepts %j while the blocklist is off',
    (password) => {
      expect(refusePassword(password, false)).toBeUndefined();
    },
  );

  it('counts characters, not code units', () => {
    expect(refusePassword('😀'.repeat(128), false)).toBeUndefined();
    expect(refusePassword('😀'.repeat(5), false)?.code).toBe('password_too_short');
  });

  it.each(['123456', 'Password', 'password1!', 'PRECIS2026', 'aaaaaaaa', 'Welcome123'])(
    'refuses %s with the blocklist on',
    (password) => {
      expect(refusePassword(password, true)?.code).toBe('password_common');
    },
  );

  it('accepts an uncommon password with the blocklist on', () => {
    expect(refusePassword('correct horse battery', true)).toBeUndefined();
  });
});
