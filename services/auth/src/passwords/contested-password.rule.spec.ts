import { passwordThatCounts } from './contested-password.rule.js';

describe('the valid password', () => {
  it('is the one that the account has, and none while it is contested (ACC-5)', () => {
    expect(passwordThatCounts({ passwordHash: 'hash', passwordContested: false })).toBe('hash');
    expect(passwordThatCounts({ passwordHash: 'hash', passwordContested: true })).toBeNull();
    expect(passwordThatCounts({ passwordHash: null, passwordContested: false })).toBeNull();
  });
});
