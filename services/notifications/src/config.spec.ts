import { KekRing } from '@precis/runtime/vault/kek-ring';
import { readConfig } from './config.js';

const good = {
  DATABASE_URL: 'postgres://localhost/notifications',
  AUTH_ADDRESS: 'dns:///auth:50051',
  CALLER_SECRET: 'x'.repeat(16),
  GRPC_URL: '0.0.0.0:50051',
  CALLER_SECRETS: 'gateway=0123456789abcdef',
  PUBLIC_URL: 'https://precis.example',
  UNSUBSCRIBE_SECRET: 'x'.repeat(32),
  SMTP_URL: 'smtps://u:p%40ss@mail.example:465',
  MAIL_FROM: 'Precis <no-reply@precis.example>',
  WEBHOOK_ENCRYPTION_KEYS: `1=${Buffer.alloc(32, 1).toString('base64')}`,
};

describe('configuration of notifications', () => {
  it('accepts the settings of the README', () => {
    expect(readConfig(good)).toEqual({
      ...good,
      CALLER_SECRETS: { gateway: '0123456789abcdef' },
      SMTP_CLEAR_HOSTS: [],
      WEBHOOK_ENCRYPTION_KEYS: expect.any(KekRing),
      WEBHOOK_PRIVATE_TARGETS: 'off',
      WEBHOOK_DEADLINE_MS: 10_000,
      WEBHOOK_TESTS_PER_DAY: 100,
      WEBHOOK_ATTEMPTS_PER_DAY: 50_000,
    });
    expect(readConfig({ ...good, SMTP_CLEAR_HOSTS: 'Mailbox, relay' }).SMTP_CLEAR_HOSTS).toEqual(['mailbox', 'relay']);
  });

  it('names all missing settings', () => {
    const told = () => readConfig({});
    for (const key of Object.keys(good)) expect(told).toThrow(`- ${key}:`);
  });

  it.each([
    ['SMTP_URL', 'http://mail'],
    ['SMTP_URL', 'smtp://mail?ignoreTLS=true'],
    ['SMTP_URL', 'smtp://mail/x'],
    ['SMTP_URL', 'smtp://u:%zz@mail'],
    ['SMTP_URL', 'smtp://:25'],
    ['MAIL_FROM', 'no-reply'],
    ['MAIL_FROM', 'A <a@b>\r\nBcc: x'],
    ['CALLER_SECRET', 'short'],
    ['WEBHOOK_ENCRYPTION_KEYS', '1=c2hvcnQ='],
    ['WEBHOOK_PRIVATE_TARGETS', 'yes'],
    ['WEBHOOK_DEADLINE_MS', '60000'],
    ['UNSUBSCRIBE_SECRET', 'x'.repeat(31)],
    ['PUBLIC_URL', 'precis.example'],
  ])('refuses %s %j without repeating it', (key, value) => {
    const attempt = () => readConfig({ ...good, [key]: value });
    expect(attempt).toThrow(`- ${key}:`);
    expect(attempt).not.toThrow(value);
  });
});
