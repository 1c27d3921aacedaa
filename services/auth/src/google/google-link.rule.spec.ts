import { type GoogleLink, googleLink } from './google-link.rule.js';

const verified = { emailVerifiedAt: new Date('2026-01-01') };
const unverified = { emailVerifiedAt: null };

describe('the first sign-in by a Google identity', () => {
  it.each<[boolean, typeof verified | typeof unverified | null, GoogleLink]>([
    [true, null, 'create'],
    [true, verified, 'link'],
    [true, unverified, 'take-over'],
    [false, null, 'refuse'],
    [false, verified, 'refuse'],
    [false, unverified, 'refuse'],
  ])('with an e-mail that Google has verified: %s, local account %j: %s', (isEmailVerified, local, link) => {
    expect(googleLink({ isEmailVerified }, local)).toBe(link);
  });
});
