import { mailOf } from './mail-texts.js';

const link = 'https://precis.example/verify-email?token=abc&x="y"';

describe('verification mail', () => {
  it('carries the link in text and, escaped, in HTML', () => {
    const mail = mailOf('verify-email', 'Ada', link);
    expect(mail.subject).toBe('Verify your email address for Precis');
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.html).toContain('<a href="https://precis.example/verify-email?token=abc&amp;x=&quot;y&quot;">');
    expect(mail.html).toContain('Hello Ada,');
  });

  it('lets no markup of a name or a link through (MAIL-4)', () => {
    const mail = mailOf('verify-email', '<img src=x onerror=alert(1)>', link);
    expect(mail.html).not.toContain('<img');
    const linked = mailOf('verify-email', 'Ada', 'https://precis.example/<img src=x>&x="').html;
    expect(linked).not.toContain('<img');
    expect(linked.match(/<a href="([^"]*)">/)![1]).toBe('https://precis.example/&lt;img src=x&gt;&amp;x=&quot;');
  });

  it.each(['', 'constructor', 'reset-password'])('is not made for the unknown kind %j', (kind) => {
    expect(() => mailOf(kind, 'Ada', link)).toThrow('unknown kind');
  });
});
