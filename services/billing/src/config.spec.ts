import { ConfigError } from '@precis/runtime/config';
import { readConfig } from './config.js';

describe('readConfig', () => {
  it('reads the database, the address and the callers', () => {
    const record = {
      DATABASE_URL: 'postgres:///billing?host=/run/pg',
      GRPC_URL: 'unix:/run/billing.sock',
      CALLER_SECRETS: 'gateway=0123456789abcdef',
    };
    expect(readConfig({ ...record, RECEIPT_SELLER: 'Precis Ltd | 1 High Street||Tax id 42' })).toEqual({
      ...record,
      CALLER_SECRETS: { gateway: '0123456789abcdef' },
      PUBLIC_URL: '',
      STRIPE_SECRET_KEY: '',
      STRIPE_WEBHOOK_SECRETS: [],
      STRIPE_API_URL: '',
      STRIPE_CHECKOUT_URL: '',
      BTCPAY_URL: '',
      BTCPAY_STORE_ID: '',
      BTCPAY_API_KEY: '',
      BTCPAY_WEBHOOK_SECRETS: [],
      PAYMENT_LOOK_AFTER_SECONDS: 120,
      RECEIPT_SELLER: ['Precis Ltd', '1 High Street', 'Tax id 42'],
    });
  });

  it('names all bad settings in one error and never their values', () => {
    const read = () => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db', CALLER_SECRETS: 'gateway=short' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/DATABASE_URL[^]*GRPC_URL[^]*CALLER_SECRETS/);
    expect(read).not.toThrow(/hunter2|short/);
  });
});
