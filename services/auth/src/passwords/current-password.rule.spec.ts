import { howPasswordChanges } from './current-password.rule.js';

describe('a password', () => {
  it.each([
    [true, 'right', true, 'changed'],
    [true, 'wrong', false, undefined],
    [true, '', false, undefined],
    [false, '', false, 'first'],
    [false, 'anything', false, undefined],
  ] as const)('of an account that has one: %s, with %j given (right: %s), changes: %s (ACC-15)', (...row) => {
    const [hasPassword, given, matches, how] = row;
    expect(howPasswordChanges(hasPassword, given, matches)).toBe(how);
  });
});
