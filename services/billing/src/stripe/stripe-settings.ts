import { isLoopbackName } from '@precis/runtime/asked-host';
import { ConfigError } from '@precis/runtime/config';
import { z } from 'zod';

/** `sk_` secret or `rk_` restricted, of test or live mode. */
const KEY = /^(sk|rk)_(test|live)_\w+$/;

/** Requires an https origin, or an http one on this machine for tests and the sandbox: the key is sent there. */
function isSafeOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, origin } = new URL(text);
  return (
    origin === text.replace(/\/$/, '') && (protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname)))
  );
}

const safeOrigin = z
  .union([z.literal(''), z.string().refine(isSafeOrigin, 'expected an https:// origin, or http:// on this machine')])
  .default('');

const webhookSecrets = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((secret) => secret.trim())
      .filter(Boolean),
  )
  .pipe(
    z.array(z.string().regex(/^\S{16,}$/, 'expected secrets of 16 characters or more, separated by commas')).max(5),
  );

/** Settings of card payments: key, webhook secrets and PUBLIC_URL are set together, or none of Stripe's. */
export const stripeSettingsSchema = {
  /** `sk_...`, or better a restricted `rk_...`; empty = no card payments (OPS-2). */
  STRIPE_SECRET_KEY: z.union([z.literal(''), z.string().regex(KEY, 'expected sk_... or rk_...')]).default(''),
  /** Signing secrets of the webhook endpoint, separated by commas: the new and the old one during a rotation. */
  STRIPE_WEBHOOK_SECRETS: webhookSecrets,
  /** Origin of Stripe's API, for a simulator; empty = Stripe itself. */
  STRIPE_API_URL: safeOrigin,
  /** Origin of the account's own checkout domain; empty = none. A simulator's pages may also be on another origin than its API. */
  STRIPE_CHECKOUT_URL: safeOrigin,
};

/** The origin of all checkouts of an account without its own checkout domain. */
const STRIPE_CHECKOUT_ORIGIN = 'https://checkout.stripe.com';

/** How this deployment reaches Stripe. */
export class StripeAccess {
  constructor(
    readonly secretKey: string,
    readonly webhookSecrets: string[],
    /** The origin to which payers return. */
    readonly publicUrl: string,
    /** Undefined for Stripe itself. */
    readonly apiUrl?: URL,
    /** The account's own checkout domain. */
    readonly checkoutUrl?: URL,
    /** The time limit of one request in ms, which tests shorten; absent: REQUEST_MS. */
    readonly requestMs?: number,
  ) {}

  /** Payers are sent only to these origins (PAY-67). */
  get checkoutOrigins(): string[] {
    const own = this.checkoutUrl ? [this.checkoutUrl.origin] : [];
    return [this.apiUrl?.origin ?? STRIPE_CHECKOUT_ORIGIN, ...own];
  }

  /** Whether the key moves real money. */
  get isLive(): boolean {
    return /^(sk|rk)_live_/.test(this.secretKey);
  }
}

/** The injected settings; without `access` this deployment takes no cards. */
export class StripeSettings {
  constructor(readonly access?: StripeAccess) {}
}

interface StripeConfig {
  STRIPE_SECRET_KEY: string;
  STRIPE_WEBHOOK_SECRETS: string[];
  STRIPE_API_URL: string;
  STRIPE_CHECKOUT_URL: string;
  PUBLIC_URL: string;
}

/** Reads the settings. Throws ConfigError, which quotes no value, for an inconsistent set (PAY-43). */
export function readStripeSettings(config: StripeConfig): StripeSettings {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRETS: secrets, STRIPE_API_URL: apiUrl, PUBLIC_URL } = config;
  const isSet = key !== '';
  if (isSet !== secrets.length > 0)
    throw new ConfigError('billing', ['STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRETS must be set together']);
  if (!isSet) return new StripeSettings();
  if (PUBLIC_URL === '') throw new ConfigError('billing', ['PUBLIC_URL: must be set when STRIPE_SECRET_KEY is set']);
  const [api, checkout] = [apiUrl, config.STRIPE_CHECKOUT_URL].map((url) => (url === '' ? undefined : new URL(url)));
  const access = new StripeAccess(key, secrets, PUBLIC_URL, api, checkout);
  // A simulator must never receive a key that moves money.
  if (access.isLive && access.apiUrl)
    throw new ConfigError('billing', ['STRIPE_API_URL: must be empty when STRIPE_SECRET_KEY is a live key']);
  return new StripeSettings(access);
}
