import { holdsItsAddress } from './email-change.rule.js';

describe('the address of an account', () => {
  it.each([
    [new Date(), null, true],
    [null, new Date(), true],
    [null, null, false],
  ])('verified at %j, suspended at %j, is held against an e-mail change: %s (ACC-41)', (verified, suspended, holds) => {
    expect(holdsItsAddress({ emailVerifiedAt: verified, suspendedAt: suspended })).toBe(holds);
  });
});
