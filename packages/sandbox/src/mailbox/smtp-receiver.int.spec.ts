import type { AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import { createSmtpReceiver } from './smtp-receiver.js';

describe('the SMTP server', () => {
  it('answers with a retryable failure, and no details, when a mail cannot be kept', async () => {
    const receiver = createSmtpReceiver(() => Promise.reject(new Error('disk full at /secret/path')));
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.server.address() as AddressInfo;
    const mail = { from: 'a@a.test', to: 'b@a.test', subject: 'x' };
    const failure = createTransport({ host: '127.0.0.1', port }).sendMail(mail);
    await expect(failure).rejects.toMatchObject({ responseCode: 451, response: '451 Could not be kept' });
    await new Promise<void>((resolve) => receiver.close(() => resolve()));
  });
});
