import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { MAIL_TEST_CERTIFICATE } from '../testing/mail-test-certificate.js';
import { TestSmtpServer } from '../testing/smtp-server.js';
import { type Mail, RelayRefused } from './mail-sender.js';
import { SmtpMailSender, smtpRoute } from './smtp-mail-sender.provider.js';

const LINK = 'https://precis.example/verify-email?token=canary-token';
const mail: Mail = {
  to: 'ada@example.com',
  messageId: '<1@precis.example>',
  subject: 'Hi',
  text: LINK,
  html: `<a href="${LINK}">x</a>`,
};
const MAIL_FROM = 'Precis <no-reply@precis.example>';
/** nodemailer sends the login as one base64 word. */
const SECRETS = [
  'relay-password',
  Buffer.from('\0precis\0relay-password').toString('base64'),
  'canary-token',
  'ada@example.com',
];

/** A sender with the route of a real relay, whose name resolves to the test's server. */
class SenderToRelay extends SmtpMailSender {
  constructor(port: number, clearHosts: string[] = []) {
    super({ SMTP_URL: `smtp://precis:relay-password@mail.test:${port}`, SMTP_CLEAR_HOSTS: clearHosts, MAIL_FROM });
    // Replaces the name server; the name for the certificate check stays.
    const { transporter } = this.transport as unknown as {
      transporter: { options: { host: string; servername?: string; tls: object } };
    };
    Object.assign(transporter.options, { host: '127.0.0.1', servername: 'mail.test' });
  }
}

describe('a relay that is not this machine', () => {
  const server = new TestSmtpServer();
  const usual = getCACertificates('default');
  beforeAll(() => server.listen());
  beforeEach(() => server.reset());
  afterEach(() => setDefaultCACertificates(usual));
  afterAll(() => server.close());
  const trusted = () => setDefaultCACertificates([...usual, MAIL_TEST_CERTIFICATE.cert]);

  it('gets the login and the mail only over TLS', async () => {
    trusted();
    server.offers = ['STARTTLS', 'AUTH PLAIN'];
    await new SenderToRelay(server.port).send(mail);
    expect(server.mails).toHaveLength(1);
    for (const secret of SECRETS) expect(server.inClear).not.toContain(secret);
  });

  it.each([
    ['strips STARTTLS from what the relay offers', {}],
    ['answers to EHLO as a relay too old for it', { EHLO: '502 unknown' }],
    ['says that STARTTLS is not to be had now', { STARTTLS: '454 not now' }],
  ])('gets neither password nor link when an attacker in between %s', async (_, replies) => {
    trusted();
    server.offers = 'STARTTLS' in replies ? ['STARTTLS', 'AUTH PLAIN'] : ['AUTH PLAIN'];
    server.replies = replies;
    await expect(new SenderToRelay(server.port).send(mail)).rejects.toThrow('mail not sent');
    expect(server.inClear).toContain('EHLO');
    for (const secret of SECRETS) expect(server.inClear).not.toContain(secret);
  });

  it('gets neither password nor link when a man in the middle shows another certificate', async () => {
    server.offers = ['STARTTLS', 'AUTH PLAIN'];
    await expect(new SenderToRelay(server.port).send(mail)).rejects.toBeInstanceOf(RelayRefused);
    expect(server.mails).toHaveLength(0);
    for (const secret of SECRETS) expect(server.inClear).not.toContain(secret);
  });

  it('may be configured for clear text', async () => {
    server.offers = ['AUTH PLAIN'];
    await new SenderToRelay(server.port, ['mail.test']).send(mail);
    expect(server.inClear).toContain('canary-token');
  });
});

describe('the hosts that mails may reach in clear text', () => {
  const requires = (url: string, ...clear: string[]) =>
    smtpRoute({ SMTP_URL: url, SMTP_CLEAR_HOSTS: clear }).requireTLS;

  it.each([
    'smtp://localhost:25',
    'smtp://127.0.0.1:1025',
    'smtp://127.9.9.9',
    'smtp://[::1]:1025',
    'smtp://LOCALHOST',
  ])('include this machine: %s', (url) => {
    expect(requires(url)).toBe(false);
  });

  it.each([
    'smtp://mail.example',
    'smtp://localhost.evil.example',
    'smtp://127.0.0.1.evil.example',
    'smtp://10.0.0.1',
    'smtp://[::2]',
    'smtp://[fe80::1]',
  ])('do not include %s', (url) => {
    expect(requires(url)).toBe(true);
  });

  it('include the configured ones, and no other', () => {
    expect([requires('smtp://Mailbox:1025', 'mailbox'), requires('smtp://mail.example', 'mailbox')]).toEqual([
      false,
      true,
    ]);
  });

  it('include localhost without asking a name server', () => {
    expect(smtpRoute({ SMTP_URL: 'smtp://localhost:25', SMTP_CLEAR_HOSTS: [] }).host).toBe('127.0.0.1');
  });
});
