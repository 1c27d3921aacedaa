import { TestSmtpServer } from '../testing/smtp-server.js';
import { RecipientRefused } from './mail-sender.js';
import { SmtpMailSender } from './smtp-mail-sender.provider.js';

const mail = { to: 'ada@example.com', messageId: '<1@precis.example>', subject: 'Hi', text: 'text', html: '<p>html</p>' };

describe('sending over SMTP', () => {
  const server = new TestSmtpServer();
  let sender: SmtpMailSender;
  beforeAll(async () => void (sender = new SmtpMailSender(await server.listen(), 'Precis <no-reply@precis.example>')));
  beforeEach(() => void (server.mood = 'ok'));
  afterAll(() => server.close());

  it('ends after 5 s, whatever the server keeps saying', async () => {
    server.mood = 'trickle';
    const start = performance.now();
    await expect(sender.send(mail)).rejects.toThrow('mail not sent');
    expect(performance.now() - start).toBeLessThan(6_500);
  }, 15_000);

  it('tells a recipient that is refused for good from a server that is busy, quoting neither', async () => {
    server.mood = 'no-such-user';
    await expect(sender.send(mail)).rejects.toBeInstanceOf(RecipientRefused);
    server.mood = 'busy';
    const error = await sender.send(mail).catch((thrown: Error) => thrown);
    expect(error).not.toBeInstanceOf(RecipientRefused);
    expect(String((error as Error).stack)).not.toContain('ada@example.com');
  });

  it('fails where no server listens', async () => {
    await expect(new SmtpMailSender('smtp://127.0.0.1:1', 'Precis <no-reply@precis.example>').send(mail)).rejects.toThrow('mail not sent: E');
  });
});
