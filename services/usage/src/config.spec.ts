import { ConfigError, parseConfig } from '@precis/runtime/config';
import { processSchema, readConfig } from './config.js';

const record = {
  DATABASE_URL: 'postgres:///usage?host=/run/pg',
  GRPC_URL: 'unix:/run/usage.sock',
  CALLER_SECRETS: 'gateway=0123456789abcdef',
  BILLING_ADDRESS: 'unix:/run/billing.sock',
  AUTH_ADDRESS: 'unix:/run/auth.sock',
  SUMMARISATION_ADDRESS: 'unix:/run/summarisation.sock',
  CALLER_SECRET: 'fedcba9876543210',
};

describe("usage's settings", () => {
  it('are read with their defaults', () => {
    expect(readConfig(record)).toEqual({
      ...record,
      CALLER_SECRETS: { gateway: '0123456789abcdef' },
      DATABASE_POOL: 8,
      BATCHES_PER_ACCOUNT: 3,
      BATCHES_PER_DAY: 100,
      BATCH_ITEMS_OPEN: 20_000,
      BATCH_ITEMS_AT_ONCE: 2,
    });
  });

  it('stop the start when some are missing, with all missing names and no value', () => {
    const read = () => parseConfig('usage', processSchema, { CALLER_SECRET: 'hunter2' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      /DATABASE_URL[^]*GRPC_URL[^]*CALLER_SECRETS[^]*BILLING_ADDRESS[^]*AUTH_ADDRESS[^]*SUMMARISATION_ADDRESS[^]*CALLER_SECRET[^]*KAFKA_BROKERS/,
    );
    expect(read).not.toThrow(/hunter2/);
  });
});
