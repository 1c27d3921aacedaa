import { isEmail, mailboxOf, normaliseEmail } from './email.rule.js';

describe('e-mail', () => {
  it.each(['ada@example.com', 'a.b+c@sub.example.co', `${'a'.repeat(64)}@example.com`, "o'neil@example.ie"])(
    'accepts %s',
    (email) => {
      expect(isEmail(email)).toBe(true);
    },
  );

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@localhost',
    'a b@example.com',
    'ada@example..com',
    '.ada@example.com',
    'ada.@example.com',
    'a@@example.com',
    'ada@example.com\r\nBcc: x@example.com',
    'ada\0@example.com',
    '<ada@example.com>',
    'ada@-example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a.'.repeat(130)}com`,
  ])('refuses %j', (email) => {
    expect(isEmail(email)).toBe(false);
  });

  it('maps every case of an address to one account', () => {
    expect(normaliseEmail('  Ada@Example.COM ')).toBe('ada@example.com');
  });

  it('maps tags and gmail dots to one mailbox, and keeps other mailboxes apart', () => {
    expect(mailboxOf('A.da+promo@GoogleMail.com')).toBe(mailboxOf('ada@gmail.com'));
    expect(mailboxOf('ada+1@example.com')).toBe('ada@example.com');
    expect(mailboxOf('a.da@example.com')).not.toBe(mailboxOf('ada@example.com'));
  });
});
