import { type SmtpStep, TestSmtpServer } from '../testing/smtp-server.js';
import { type Mail, MailRefused, RelayRefused, SENDING_MS } from './mail-sender.js';
import { SmtpMailSender } from './smtp-mail-sender.provider.js';

const mail: Mail = {
  to: 'ada@example.com',
  messageId: '<1@precis.example>',
  subject: 'Hi',
  text: 'text',
  html: '<p>html</p>',
};
const MAIL_FROM = 'Precis <no-reply@precis.example>';
const senderTo = (url: string, sendingMs?: number) =>
  new SmtpMailSender({ SMTP_URL: url, SMTP_CLEAR_HOSTS: [], MAIL_FROM }, sendingMs);

describe('sending over SMTP', () => {
  const server = new TestSmtpServer();
  let sender: SmtpMailSender;
  let sendingAsUser: SmtpMailSender;
  let hasty: SmtpMailSender;
  beforeAll(async () => {
    const url = await server.listen();
    sender = senderTo(url);
    hasty = senderTo(url, 500);
    sendingAsUser = senderTo(url.replace('//', '//precis:relay-password@'));
  });
  beforeEach(() => server.reset());
  afterAll(async () => {
    for (const one of [sender, sendingAsUser, hasty]) one.onApplicationShutdown();
    await server.close();
  });

  const failing = async (from: SmtpMailSender = sender, what: Mail = mail): Promise<Error> =>
    from.send(what).then(
      () => new Error('it was sent'),
      (error: Error) => error,
    );

  it('sends several mails over one connection', async () => {
    const before = server.connections;
    for (let n = 1; n <= 5; n++) await sender.send({ ...mail, messageId: `<${n}@precis.example>` });
    expect([server.mails.length, server.connections - before]).toEqual([5, 1]);
  });

  it('never opens more than five connections, for any number of simultaneous mails', async () => {
    server.delayMs = 50;
    const before = server.connections;
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => sender.send({ ...mail, messageId: `<${n}@precis.example>` })),
    );
    expect([server.mails.length, server.connections - before]).toEqual([20, 5]);
  });

  it('reuses its connections after a refused mail', async () => {
    const before = server.connections;
    server.replies = { RCPT: '550 5.1.1 no such user' };
    expect(await failing()).toBeInstanceOf(MailRefused);
    server.replies = {};
    for (let n = 1; n <= 5; n++) await sender.send({ ...mail, messageId: `<${n}@precis.example>` });
    expect(server.mails).toHaveLength(5);
    // The connection of the refused mail is reset first, so for a moment there is one more.
    expect(server.connections - before).toBeLessThanOrEqual(2);
  });

  it('offers one-click unsubscription only by https, and none without an address (MAIL-8)', async () => {
    const headOf = async (unsubscribeUrl?: string) => {
      server.mails.length = 0;
      await sender.send({ ...mail, unsubscribeUrl });
      return server.mails[0].split('\n\n')[0];
    };
    const url = `https://precis.example/unsubscribe?token=${'x'.repeat(67)}`;
    expect(await headOf(url)).toMatch(
      /^List-Unsubscribe:\s+<https:.{60,}>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click$/m,
    );
    expect(await headOf('http://localhost:8080/unsubscribe?token=x')).not.toContain('One-Click');
    expect(await headOf()).not.toContain('Unsubscribe');
  });

  it('ends after its time limit, by default 5 s, even while the server keeps sending', async () => {
    server.mood = 'trickle';
    await expect(hasty.send(mail)).rejects.toThrow('mail not sent');
    expect(SENDING_MS).toBe(5_000);
  });

  it.each<[SmtpStep, string]>([
    ['MAIL', '550 5.7.1 sender not welcome'],
    ['RCPT', '550 5.1.1 no such user'],
    ['RCPT', '501 syntax'],
    ['RCPT', '552 5.2.2 mailbox full'],
    ['DATA', '554 5.7.1 spam'],
    ['BODY', '554 5.7.1 spam'],
    ['BODY', '552 too large'],
  ])('is refused finally by a 5xx to %s (%s), with codes only', async (step, reply) => {
    server.replies = { [step]: reply };
    const error = await failing();
    expect(error).toBeInstanceOf(MailRefused);
    expect(error.message).toContain(reply.slice(0, 3));
    expect(error.stack).not.toContain('ada@example.com');
  });

  it.each<SmtpStep>(['GREETING', 'MAIL', 'RCPT', 'DATA', 'BODY'])('is tried again after a 4xx to %s', async (step) => {
    server.replies = { [step]: '451 4.3.0 later' };
    const error = await failing();
    expect([error instanceof MailRefused, error instanceof RelayRefused]).toEqual([false, false]);
    expect(error.message).toContain('mail not sent');
    expect(error.stack).not.toContain('ada@example.com');
  });

  it.each<[SmtpStep, string]>([
    ['GREETING', '554 5.7.1 not you'],
    ['STARTTLS', '554 no'],
    ['AUTH', '535 5.7.8 wrong password'],
    ['MAIL', '530 5.7.0 log in first'],
    ['RCPT', '503 log in first'],
    ['DATA', '502 what?'],
  ])("is tried again after a 5xx to %s that is about us (%s), as the relay's refusal", async (step, reply) => {
    server.offers = ['AUTH PLAIN', ...(step === 'STARTTLS' ? ['STARTTLS' as const] : [])];
    server.replies = { [step]: reply };
    const error = await failing(sendingAsUser);
    expect(error).toBeInstanceOf(RelayRefused);
    expect(error.message).toContain(reply.slice(0, 3));
    expect(error.stack).not.toContain('relay-password');
  });

  it('is retried after a 4xx to the login', async () => {
    server.offers = ['AUTH PLAIN'];
    server.replies = { AUTH: '454 4.7.0 later' };
    expect(await failing(sendingAsUser)).not.toBeInstanceOf(RelayRefused);
  });

  it.each(['', ' '])('is refused finally for an invalid address: %j', async (to) => {
    expect(await failing(sender, { ...mail, to })).toBeInstanceOf(MailRefused);
  });

  it('is retried when no server listens', async () => {
    const error = await failing(senderTo('smtp://127.0.0.1:1'));
    expect(error.message).toContain('mail not sent: E');
    expect(error).not.toBeInstanceOf(RelayRefused);
  });
});
