import { ConfigError } from '@precis/runtime/config';
import { z } from 'zod';
import { readStripeSettings, stripeSettingsSchema } from './stripe-settings.js';

const SECRETS = 'whsec_0123456789abcdef';
const settings = (record: Record<string, string>) =>
  readStripeSettings({ PUBLIC_URL: 'https://precis.example', ...z.object(stripeSettingsSchema).parse(record) });

describe('settings of Stripe', () => {
  it('are all optional', () => {
    expect(settings({}).access).toBeUndefined();
  });

  it('are complete with a key and webhook secrets', () => {
    const { access } = settings({
      STRIPE_SECRET_KEY: 'rk_live_abc',
      STRIPE_WEBHOOK_SECRETS: `${SECRETS}, ${SECRETS}2`,
    });
    expect(access).toMatchObject({ isLive: true, webhookSecrets: [SECRETS, `${SECRETS}2`], apiUrl: undefined });
  });

  const [live, test] = ['sk_live_abc', 'sk_test_abc'].map((key) => ({
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRETS: SECRETS,
  }));

  it.each<[Record<string, string>, string[]]>([
    [live, ['https://checkout.stripe.com']],
    [test, ['https://checkout.stripe.com']],
    [
      { ...live, STRIPE_CHECKOUT_URL: 'https://pay.shop.example/' },
      ['https://checkout.stripe.com', 'https://pay.shop.example'],
    ],
    [{ ...test, STRIPE_API_URL: 'http://127.0.0.1:12111' }, ['http://127.0.0.1:12111']],
    [
      { ...test, STRIPE_API_URL: 'https://sim.example', STRIPE_CHECKOUT_URL: 'http://localhost:12111' },
      ['https://sim.example', 'http://localhost:12111'],
    ],
  ])('%j send payers only to %j (PAY-67)', (record, origins) => {
    expect(settings(record).access!.checkoutOrigins).toEqual(origins);
  });

  it.each(['http://127.0.0.1:12111', 'http://localhost:12111', 'http://[::1]:12111', 'https://sim.example/'])(
    'may name a simulator at %s',
    (STRIPE_API_URL) => {
      const { access } = settings({
        STRIPE_SECRET_KEY: 'sk_test_abc',
        STRIPE_WEBHOOK_SECRETS: SECRETS,
        STRIPE_API_URL,
      });
      expect(access?.apiUrl).toEqual(new URL(STRIPE_API_URL));
    },
  );

  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_test_abc' }, /must be set together/],
    [{ STRIPE_WEBHOOK_SECRETS: SECRETS }, /must be set together/],
    [{ STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRETS: SECRETS, PUBLIC_URL: '' }, /PUBLIC_URL/],
    [
      { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_WEBHOOK_SECRETS: SECRETS, STRIPE_API_URL: 'http://127.0.0.1:1' },
      /live key/,
    ],
    [
      { STRIPE_SECRET_KEY: 'rk_live_abc', STRIPE_WEBHOOK_SECRETS: SECRETS, STRIPE_API_URL: 'https://sim.example' },
      /live key/,
    ],
  ])('%j are refused', (record: Record<string, string>, why) => {
    const read = () =>
      readStripeSettings({
        PUBLIC_URL: 'https://precis.example',
        ...z.object({ ...stripeSettingsSchema, PUBLIC_URL: z.string().optional() }).parse(record),
      } as never);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(why);
    expect(read).not.toThrow(/abc|0123456789/);
  });

  it.each([
    { STRIPE_SECRET_KEY: 'pk_test_abc' },
    { STRIPE_SECRET_KEY: 'whsec_abc' },
    { STRIPE_WEBHOOK_SECRETS: 'short' },
    { STRIPE_API_URL: 'ftp://x' },
    { STRIPE_API_URL: 'https://x/path' },
    { STRIPE_API_URL: 'http://sim.example' },
    { STRIPE_API_URL: 'http://127.0.0.1.evil.example' },
    { STRIPE_API_URL: 'http://10.0.0.7:8080' },
    { STRIPE_API_URL: 'https://user:hunter2@sim.example' },
    { STRIPE_CHECKOUT_URL: 'javascript:alert(1)' },
    { STRIPE_CHECKOUT_URL: 'https://pay.example/path' },
    { STRIPE_CHECKOUT_URL: 'http://pay.example' },
  ])('%j are malformed', (record) => {
    expect(z.object(stripeSettingsSchema).safeParse(record).success).toBe(false);
  });
});
