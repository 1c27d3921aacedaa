import { type GoogleLink, googleLink, isAuthoritative, mayUnlink } from './google-link.rule.js';

const verified = { emailVerifiedAt: new Date('2026-01-01'), hasPassword: true };
const passwordless = { ...verified, hasPassword: false };
const unverified = { emailVerifiedAt: null, hasPassword: true };
type Local = { emailVerifiedAt: Date | null; hasPassword: boolean } | null;

describe('the first sign-in with a Google identity', () => {
  it.each<[boolean, string, Local, GoogleLink]>([
    [true, 'ada@gmail.com', null, 'create'],
    [true, 'ada@gmail.com', verified, 'link'],
    [true, 'ada@gmail.com', passwordless, 'link'],
    [true, 'ada@gmail.com', unverified, 'take-over'],
    [true, 'ada@example.com', null, 'create'],
    [true, 'ada@example.com', verified, 'ask-password'],
    [true, 'ada@example.com', passwordless, 'refuse-passwordless'],
    [true, 'ada@example.com', unverified, 'take-over'],
    [false, 'ada@gmail.com', null, 'refuse'],
    [false, 'ada@gmail.com', verified, 'refuse'],
    [false, 'ada@gmail.com', unverified, 'refuse'],
  ])('with an e-mail that Google has verified: %s, %s, local account %j: %s', (isEmailVerified, email, local, link) => {
    expect(googleLink({ isEmailVerified, email, hostedDomain: '' }, local)).toBe(link);
  });

  it.each<[string, string, boolean]>([
    ['ada@gmail.com', '', true],
    ['Ada@GMail.com', '', true],
    ['ada@googlemail.com', '', true],
    ['ada@example.com', 'example.com', true],
    ['ada@Example.com', 'EXAMPLE.com', true],
    ['ada@example.com', '', false],
    ['ada@example.com', 'other.example', false],
    ['ada@example.com', 'ample.com', false],
    ['ada@sub.example.com', 'example.com', false],
    ['ada@gmail.com.evil.example', '', false],
    ['ada@notgmail.com', '', false],
    ['', '', false],
  ])('for %s with the hosted domain %j has Google as authority: %s (ACC-62)', (email, hostedDomain, expected) => {
    expect(isAuthoritative({ email, hostedDomain })).toBe(expected);
  });
});

it.each([
  [true, 1, true],
  [false, 1, false],
  [false, 2, true],
])('with a password: %s, %i identities: one may be removed: %s (ACC-63)', (hasPassword, identities, expected) => {
  expect(mayUnlink({ hasPassword }, identities)).toBe(expected);
});
