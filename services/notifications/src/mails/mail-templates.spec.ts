import { escapeHtml } from './html.rule.js';
import { mailOf } from './mail-templates.js';

const link = 'https://precis.example/verify-email?token=abc&x="y"';

describe('verification mail', () => {
  it('carries the link in text and, escaped, in HTML', () => {
    const mail = mailOf('verify-email', 'Ada', link);
    expect(mail.subject).toBe('Verify your email address for Precis');
    expect(mail.text).toContain(`\n${link}\n`);
    expect(mail.html).toContain('<a href="https://precis.example/verify-email?token=abc&amp;x=&quot;y&quot;">');
    expect(mail.html).toContain('Hello Ada,');
  });

  it('lets no markup of a name through', () => {
    const mail = mailOf('verify-email', '<img src=x onerror=alert(1)>', link);
    expect(mail.html).not.toContain('<img');
    expect(escapeHtml(`<a href='x'>"&`)).toBe('&lt;a href=&#39;x&#39;&gt;&quot;&amp;');
  });

  it.each(['', 'constructor', 'reset-password'])('is not made for the unknown kind %j', (kind) => {
    expect(() => mailOf(kind, 'Ada', link)).toThrow('unknown kind');
  });
});
