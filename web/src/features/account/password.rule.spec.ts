import { newPasswordError, repeatError } from './field-errors';
import { passwordStrength } from './password.rule';

it.each([
  ['abc', 'short'],
  ['aaaaaaaaaaaa', 'weak'],
  ['12345678', 'weak'],
  ['Password123', 'weak'],
  ['tulip42b', 'fair'],
  ['copper lantern wading heron', 'strong'],
])('calls %s %s (WEB-15)', (password, strength) => expect(passwordStrength(password)).toBe(strength));

it('refuses 5 characters and 129, accepts 6 and 128 (WEB-15)', () => {
  expect(newPasswordError('12345')).toBe('The password needs at least 6 characters');
  expect(newPasswordError('123456')).toBeUndefined();
  expect(newPasswordError('x'.repeat(128))).toBeUndefined();
  expect(newPasswordError('x'.repeat(129))).toBe('The password may have at most 128 characters');
});

it('says Passwords do not match when the repeated password differs (WEB-15)', () => {
  expect(repeatError('secret1', 'secret2')).toBe('Passwords do not match');
  expect(repeatError('secret1', 'secret1')).toBeUndefined();
});
