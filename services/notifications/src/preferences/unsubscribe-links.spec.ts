import { randomUUID } from 'node:crypto';
import { topicOf, TOPICS } from './mail-topic.rule.js';
import { UnsubscribeLinks } from './unsubscribe-links.provider.js';

const links = new UnsubscribeLinks('https://precis.example', 'a'.repeat(32));
const accountId = randomUUID();
const tokenOf = (link: string) => new URL(link).searchParams.get('token')!;

describe('an unsubscribe link', () => {
  it.each(TOPICS)('works only for one account and %s', (topic) => {
    const link = links.link(accountId, topic);
    expect(link).toMatch(/^https:\/\/precis\.example\/unsubscribe\?token=[\w-]{67}$/);
    expect(links.read(tokenOf(link))).toEqual({ accountId, topic });
  });

  it('is invalid with any bit changed, and under another secret', () => {
    const token = tokenOf(links.link(accountId, 'tips'));
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] ^= 1 << (bit & 7);
      expect(links.read(changed.toString('base64url'))).toBeUndefined();
    }
    expect(new UnsubscribeLinks('https://precis.example', 'b'.repeat(32)).read(token)).toBeUndefined();
  });

  it.each(['', 'x', 'x'.repeat(67), 'x'.repeat(100_000)])('is not %#', (token) => {
    expect(links.read(token)).toBeUndefined();
  });

  it('has a single valid spelling: another last character for the same bytes is invalid', () => {
    const token = tokenOf(links.link(accountId, 'usage_alerts'));
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    expect([...letters].filter((last) => links.read(token.slice(0, -1) + last))).toEqual([token.at(-1)]);
  });
});

describe('the topics that an account can turn off (MAIL-7)', () => {
  it.each([
    ['welcome', 'tips'],
    ['quota-threshold', 'usage_alerts'],
    ['month-statement', 'usage_alerts'],
    ['plan-expiring', 'plan_reminders'],
    ['plan-expired', 'plan_reminders'],
    ['commission', 'referral_news'],
  ])('%s as %s', (kind, topic) => expect(topicOf(kind)).toBe(topic));

  it.each([
    'verify-email',
    'reset-password',
    'password-changed',
    'google-linked',
    'key-revoked',
    'account-closed',
    'receipt',
    'constructor',
  ])('not %s', (kind) => expect(topicOf(kind)).toBeUndefined());
});
