import { ConfigError } from '@precis/runtime/config';
import { readConfig } from './config.js';

describe('readConfig', () => {
  it('reads the database, the address and the callers', () => {
    const record = {
      DATABASE_URL: 'postgres:///referrals?host=/run/pg',
      GRPC_URL: 'unix:/run/referrals.sock',
      CALLER_SECRETS: 'gateway=0123456789abcdef',
    };
    expect(readConfig(record)).toEqual({ ...record, CALLER_SECRETS: { gateway: '0123456789abcdef' } });
  });

  it('names all bad settings together and never their values', () => {
    const read = () => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db', CALLER_SECRETS: 'gateway=short' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/DATABASE_URL[^]*GRPC_URL[^]*CALLER_SECRETS/);
    expect(read).not.toThrow(/hunter2|short/);
  });
});
