import { readdir, readFile, rm, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BRAND } from './brand.js';
import { laidOut } from './layout.js';
import { MAIL_KINDS, mailOf } from './mail-of.js';
import { MAIL_SAMPLES } from './mail-samples.js';
import { renderMails } from './render-mails.js';

const link = 'https://precis.example/verify-email?token=abc&x="y"';
const publicUrl = 'https://precis.example';
const facts = { name: 'Ada', link, publicUrl, params: {} };
const ALL = MAIL_KINDS.flatMap((kind) => MAIL_SAMPLES[kind].map((params) => [kind, params] as const));

describe('verification mail', () => {
  it('carries the link in text and, escaped, in HTML', () => {
    const mail = mailOf('verify-email', facts);
    expect(mail.subject).toBe('Verify your email address for Precis');
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.html).toContain('href="https://precis.example/verify-email?token=abc&amp;x=&quot;y&quot;"');
    expect(mail.html).toContain('Hello Ada,');
  });

  it('escapes all markup of a name or a link (MAIL-4)', () => {
    const mail = mailOf('verify-email', { ...facts, name: '<img src=x onerror=alert(1)>' });
    expect(mail.html).not.toContain('<img');
    const linked = mailOf('verify-email', { ...facts, link: 'https://precis.example/<img src=x>&x="' }).html;
    expect(linked).not.toContain('<img');
    expect(linked.match(/<a class="button" href="([^"]*)"/)![1]).toBe(
      'https://precis.example/&lt;img src=x&gt;&amp;x=&quot;',
    );
  });
});

describe('a mail', () => {
  it.each(['', 'constructor', '__proto__', 'of-the-next-release'])('is not made for the unknown kind %j', (kind) => {
    expect(() => mailOf(kind, facts)).toThrow('unknown kind');
  });

  it.each(ALL)(
    '%s %j has the same content in text and HTML, a greeting, and the reason for the mail',
    (kind, params) => {
      const { subject, text, html } = mailOf(kind, { ...facts, params }, `${publicUrl}/unsubscribe?token=t`);
      const visible = html
        .replace(/<style>.*?<\/style>/s, '')
        .replace(/<[^>]*>/g, '')
        .replaceAll('&apos;', "'")
        .replaceAll('&#x27;', "'")
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
      expect(subject).toMatch(/^[\x20-\x7e]{10,78}$/);
      expect(visible).toContain(subject);
      for (const words of [text, visible]) {
        expect(words).toContain('Hello Ada,');
        expect(words).toContain('You get this mail because');
        expect(words).not.toMatch(/undefined|NaN|\[object|Invalid Date/);
      }
      for (const line of text.split('\n').filter((one) => !one.includes('://') && one.length > 40))
        expect(visible).toContain(line.replace(/^\d\. |^[^:]{1,20}: /, ''));
      expect(text).toContain(`${publicUrl}/unsubscribe?token=t`);
      expect(html).toContain(`href="${publicUrl}/unsubscribe?token=t"`);
    },
  );

  it.each(ALL)('%s %j loads nothing, runs nothing and is readable in the dark (MAIL-14)', (kind, params) => {
    const { html } = mailOf(kind, { ...facts, params });
    expect(html).not.toMatch(/<(img|script|link|iframe|form|object|table|svg|video)\b|url\(|@import|src=|\bon[a-z]+=/i);
    expect(html).toContain('prefers-color-scheme:dark');
    expect(html).not.toContain('unsubscribe');
    expect(
      [...html.matchAll(/href="([^"]*)"/g)].every(([, address]) => address.startsWith('https://precis.example/')),
    ).toBe(true);
  });

  it.each(ALL)('%s %j never treats text from outside as markup, a link or a header (MAIL-4)', (kind, params) => {
    const evil = 'evil.example\r\nBcc: x@y.example <script>alert(1)</script>"\'';
    const hostile = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === 'string' && name !== 'month' ? evil : value,
      ]),
    );
    const { subject, html, text } = mailOf(kind, { ...facts, name: evil, params: hostile });
    expect(html).not.toMatch(/<script/i);
    expect(subject).not.toMatch(/[\r\n]|evil/);
    expect(text.split('\n')[0]).toBe('Hello,');
  });

  it('names the product in one place (OPS-9)', () => {
    const before = BRAND.name;
    expect(before).toBe('Precis');
    expect(mailOf('welcome', facts).text.match(/Precis/g)!.length).toBeGreaterThan(1);
  });

  it('has a subject of one line, or is refused', () => {
    const content = { subject: 'a\r\nBcc: x@y.example', preview: '', parts: [], reason: '' };
    expect(() => laidOut(content, { name: '' })).toThrow('one line');
  });

  it.each([
    ['account-closed', 'erasedAtMs'],
    ['quota-threshold', 'percent'],
    ['receipt', 'plan'],
    ['key-rotated', 'oldKeyValidUntilMs'],
  ])('%s is not made without its %s', (kind, name) => {
    expect(() => mailOf(kind, facts)).toThrow(`mail without its ${name}`);
  });
});

describe('the formats of mails', () => {
  it('show days and times in UTC and dollars with cents', () => {
    const closed = mailOf('account-closed', { ...facts, params: { erasedAtMs: Date.parse('2026-09-30T23:59:59Z') } });
    expect(closed.subject).toBe('Your Precis account will be erased on 30 Sep 2026');
    const rotated = mailOf('key-rotated', {
      ...facts,
      params: { atMs: 0, oldKeyValidUntilMs: Date.parse('2026-11-21T09:05:00Z') },
    });
    expect(rotated.text).toContain('works until 21 Nov 2026, 09:05 UTC');
    expect(mailOf('commission', { ...facts, params: { amountCents: 123_405 } }).subject).toBe(
      'You earned $1,234.05 at Precis',
    );
  });

  it('name the first of the next month also in December', () => {
    const params = { month: '2026-12', percent: 100, used: 3, limit: 3 };
    expect(mailOf('quota-threshold', { ...facts, params }).text).toContain('New videos from: 1 Jan 2027, 00:00 UTC');
  });
});

describe('npm run mails', () => {
  it('writes every mail as HTML and text, and a page of links to them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mails-'));
    try {
      const count = await renderMails(folder);
      expect(count).toBe(ALL.length);
      expect(await readdir(folder)).toHaveLength(2 * count + 1);
      expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('plan-expiring-3.html');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
