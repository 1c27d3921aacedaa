import { ConfigError } from '@precis/runtime/config';
import { z } from 'zod';
import { btcpaySettings, btcpayTerms } from './btcpay-terms.js';

const given = {
  BTCPAY_URL: 'https://pay.example/btcpay/',
  BTCPAY_STORE_ID: 'the-store',
  BTCPAY_API_KEY: 'the-key-of-the-store',
  BTCPAY_WEBHOOK_SECRETS: 'the-new-secret-of-it, the-old-secret-of-it',
};
const terms = (record: object, PUBLIC_URL = 'https://precis.example') =>
  btcpayTerms({ ...z.object(btcpaySettings).parse(record), PUBLIC_URL }).access;

describe('settings of BTCPay', () => {
  it('are all set or all empty', () => {
    expect(terms({})).toBeUndefined();
    expect(terms(given)).toEqual({
      url: 'https://pay.example/btcpay',
      storeId: 'the-store',
      apiKey: 'the-key-of-the-store',
      webhookSecrets: ['the-new-secret-of-it', 'the-old-secret-of-it'],
      publicUrl: 'https://precis.example',
    });
    for (const name of Object.keys(given)) expect(() => terms({ ...given, [name]: '' })).toThrow(ConfigError);
    expect(() => terms(given, '')).toThrow(/PUBLIC_URL/);
  });

  it.each(['http://127.0.0.1:23000', 'http://localhost', 'https://btcpay'])('may name %s', (url) =>
    expect(terms({ ...given, BTCPAY_URL: url })?.url).toBe(url),
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
    const read = () => terms({ ...given, [name]: value });
    expect(read).toThrow();
    expect(read).not.toThrow(/hunter2/);
  });
});
