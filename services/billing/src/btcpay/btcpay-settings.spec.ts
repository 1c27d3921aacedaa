import { ConfigError } from '@precis/runtime/config';
import { z } from 'zod';
import { btcpaySettingsSchema, readBtcpaySettings } from './btcpay-settings.js';

const given = {
  BTCPAY_URL: 'https://pay.example/btcpay/',
  BTCPAY_STORE_ID: 'the-store',
  BTCPAY_API_KEY: 'the-key-of-the-store',
  BTCPAY_WEBHOOK_SECRETS: 'the-new-secret-of-it, the-old-secret-of-it',
};
const read = (record: object, PUBLIC_URL = 'https://precis.example') =>
  readBtcpaySettings({ ...z.object(btcpaySettingsSchema).parse(record), PUBLIC_URL }).access;

describe('settings of BTCPay', () => {
  it('are all set or all empty', () => {
    expect(read({})).toBeUndefined();
    expect(read(given)).toEqual({
      url: 'https://pay.example/btcpay',
      storeId: 'the-store',
      apiKey: 'the-key-of-the-store',
      webhookSecrets: ['the-new-secret-of-it', 'the-old-secret-of-it'],
      publicUrl: 'https://precis.example',
    });
    for (const name of Object.keys(given)) expect(() => read({ ...given, [name]: '' })).toThrow(ConfigError);
    expect(() => read(given, '')).toThrow(/PUBLIC_URL/);
  });

  it.each(['http://127.0.0.1:23000', 'http://localhost', 'https://btcpay'])('may name %s', (url) =>
    expect(read({ ...given, BTCPAY_URL: url })?.url).toBe(url),
  );

  it.each([
    ['BTCPAY_URL', 'http://pay.example'],
    ['BTCPAY_URL', 'http://127.0.0.1.evil.example'],
    ['BTCPAY_URL', 'https://user:hunter2@pay.example'],
    ['BTCPAY_URL', 'https://pay.example/?a=hunter2'],
    ['BTCPAY_URL', 'pay.example'],
    ['BTCPAY_STORE_ID', 'a/../hunter2'],
    ['BTCPAY_API_KEY', 'hunter2'],
    ['BTCPAY_API_KEY', 'hunter2 hunter2 hunter2'],
    ['BTCPAY_WEBHOOK_SECRETS', 'the-new-secret-of-it,hunter2'],
  ])('refuse %s=%s without quoting it', (name, value) => {
    const refused = () => read({ ...given, [name]: value });
    expect(refused).toThrow();
    expect(refused).not.toThrow(/hunter2/);
  });
});
