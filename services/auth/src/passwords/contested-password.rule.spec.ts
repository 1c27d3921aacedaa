import { validPasswordHashOf } from './contested-password.rule.js';

describe('the valid password', () => {
  it('is the one that the account has, and none while it is contested (ACC-5)', () => {
    expect(validPasswordHashOf({ passwordHash: 'hash', passwordContested: false })).toBe('hash');
    expect(validPasswordHashOf({ passwordHash: 'hash', passwordContested: true })).toBeNull();
    expect(validPasswordHashOf({ passwordHash: null, passwordContested: false })).toBeNull();
  });
});
