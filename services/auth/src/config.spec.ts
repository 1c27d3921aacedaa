import { readConfig } from './config.js';

const good = {
  DATABASE_URL: 'postgres:///auth?host=/run/pg',
  GRPC_URL: 'unix:/run/auth.sock',
  CALLER_SECRETS: 'gateway=0123456789abcdef,notifications=fedcba9876543210',
  PUBLIC_URL: 'https://precis.example/',
  LINK_SECRET: 'l'.repeat(32),
  KEY_ENCRYPTION_KEYS: `1=${Buffer.alloc(32).toString('base64')}`,
  API_KEY_PEPPER: 'p'.repeat(32),
  EMAIL_HASH_SECRET: 'e'.repeat(32),
};

describe('configuration of auth', () => {
  it('defaults to sessions of a day without a blocklist, and removes the final slash of the public URL', () => {
    const config = readConfig(good);
    expect(config).toMatchObject({
      SESSION_TTL_SECONDS: 86_400,
      PASSWORD_BLOCKLIST: 'off',
      PASSWORD_HASHING: 'full',
      API_KEYS_PER_DAY: 50,
      EXPORTS_PER_HOUR: 6,
      GOOGLE_CLIENT_ID: '',
      GOOGLE_ISSUER: 'https://accounts.google.com',
      PUBLIC_URL: 'https://precis.example',
    });
    expect(config.KEY_ENCRYPTION_KEYS.sealingVersion(config.KEY_ENCRYPTION_CURRENT)).toBe(1);
  });

  it('names all missing settings', () => {
    const told = () => readConfig({});
    for (const key of Object.keys(good)) expect(told).toThrow(`- ${key}:`);
  });

  it.each([
    ['SESSION_TTL_SECONDS', '86401'],
    ['LINK_SECRET', 'tooshort'],
    ['PASSWORD_BLOCKLIST', 'perhaps'],
    ['PASSWORD_HASHING', 'none'],
    ['KEY_ENCRYPTION_KEYS', '1=c2hvcnQ='],
    ['KEY_ENCRYPTION_CURRENT', 'newest'],
    ['API_KEYS_PER_DAY', '1'],
    ['GOOGLE_ISSUER', 'http://accounts.example.com'],
    ['GOOGLE_ISSUER', 'accounts.google.com'],
    ['CALLER_SECRETS', 'gateway=guessable'],
  ])('refuses %s=%s without repeating it', (key, value) => {
    const attempt = () => readConfig({ ...good, [key]: value });
    expect(attempt).toThrow(`- ${key}:`);
    expect(attempt).not.toThrow(value);
  });
});
