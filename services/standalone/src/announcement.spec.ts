import { announcement } from './announcement.js';

const demo = {
  url: 'http://localhost:1',
  email: 'd@a.test',
  password: 'pw',
  api_key: 'prc_key',
  account_id: 'id',
  plan: 'enterprise',
};

describe('what make start prints', () => {
  it('names the address, the demo account, its key and a call that uses it', () => {
    const text = announcement(demo, ['the mail server']);
    for (const part of [
      'Precis is ready: http://localhost:1\n',
      'd@a.test   password pw',
      'plan enterprise',
      "-H 'x-api-key: prc_key'",
    ]) {
      expect(text).toContain(part);
    }
  });

  it('tells where to read mails while they go to the sandbox', () => {
    const text = announcement(demo, ['the mail server']);
    expect(text).toContain('SANDBOX: this deployment simulates the mail server.');
    expect(text).toContain('http://localhost:1/sandbox/mailbox');
  });

  it('names each simulated part, even while mails are really sent', () => {
    expect(announcement(demo, ['the mail server', 'Google sign-in'])).toContain(
      'simulates the mail server, Google sign-in.',
    );
    const text = announcement(demo, ['Google sign-in', 'stripe', 'btcpay']);
    expect(text).toContain('simulates Google sign-in, Stripe, BTCPay Server.');
    expect(text).toContain('Mails are really sent');
  });

  it('reports that mails are really sent when a mail server is set, and names no mailbox', () => {
    const text = announcement(demo, []);
    expect(text).toContain('Mails are really sent, through the mail server of SMTP_URL');
    expect(text).not.toContain('simulates');
    expect(text).not.toContain('/sandbox/mailbox');
  });
});
