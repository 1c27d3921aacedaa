import { writePrivateFile } from '@precis/backends/write-private-file';
import { type BtcpaySimulator, startBtcpaySimulator } from '@precis/sandbox/btcpay/btcpay-simulator';
import { startStripeSimulator, type StripeSimulator } from '@precis/sandbox/stripe/stripe-simulator';
import { join } from 'node:path';
import type { StandaloneConfig } from './config.js';
import type { MovableClock } from './movable-clock.js';
import { derivedSecret, type StandaloneSecrets } from './secrets.js';

/** The simulators of payment providers without an account. */
export interface PaymentSandbox {
  /** Their names in GET /api/info. */
  names: string[];
  /** Billing's settings for them. */
  settings: Record<string, string>;
  /** Applies a moved clock at the providers: checkouts end, bank debits settle. */
  runClockedWork(): Promise<void>;
  close(): Promise<void>;
}

/** What the simulators of payment providers get from standalone. */
export interface PaymentSandboxOptions {
  config: StandaloneConfig;
  dataDir: string;
  /** The port of the only origin. */
  port: number;
  secrets: StandaloneSecrets;
  clock: MovableClock;
}

/** Next to the port of the simulated Google: the same at each start, because open checkouts have their address. */
const STRIPE_PORT_DISTANCE = 20_001;
const BTCPAY_PORT_DISTANCE = 20_002;

/**
 * Starts a simulator for each provider whose key is not set. Their keys and secrets survive restarts, like payments in progress. sandbox.json in
 * the data folder tells tests how to control them.
 */
export async function startPaymentSandbox(around: PaymentSandboxOptions): Promise<PaymentSandbox> {
  const { config, dataDir, secrets } = around;
  // Only characters that every setting may have.
  const secret = (purpose: string) => derivedSecret(secrets, purpose).replace(/\W/g, 'x');
  const btcpaySecret = secret('btcpay-webhooks');
  const stripe = config.STRIPE_SECRET_KEY ? undefined : await standInForStripe(around, secret);
  const btcpay = config.BTCPAY_URL ? undefined : await standInForBtcpay(around, secret('btcpay-key'), btcpaySecret);
  await writePrivateFile(
    join(dataDir, 'sandbox.json'),
    JSON.stringify({
      ...(stripe && { stripe: { url: stripe.url, control_token: stripe.controlToken } }),
      ...(btcpay && { btcpay: { url: btcpay.url, api_key: btcpay.apiKey } }),
    }),
  );
  return {
    names: [...(stripe ? ['stripe'] : []), ...(btcpay ? ['btcpay'] : [])],
    settings: {
      ...(stripe && {
        STRIPE_SECRET_KEY: stripe.apiKey,
        STRIPE_WEBHOOK_SECRETS: stripe.webhookSecret,
        STRIPE_API_URL: stripe.url,
      }),
      ...(btcpay && {
        BTCPAY_URL: btcpay.url,
        BTCPAY_STORE_ID: btcpay.storeId,
        BTCPAY_API_KEY: btcpay.apiKey,
        BTCPAY_WEBHOOK_SECRETS: btcpaySecret,
      }),
    },
    runClockedWork: async () => stripe?.runClockedWork(),
    close: async () => void (await Promise.all([stripe?.close(), btcpay?.close()])),
  };
}

function standInForStripe(
  { config, dataDir, port, clock }: PaymentSandboxOptions,
  secret: (purpose: string) => string,
): Promise<StripeSimulator> {
  return startStripeSimulator({
    port: port + STRIPE_PORT_DISTANCE,
    apiKey: `sk_test_sandbox${secret('stripe-key')}`,
    webhookSecret: `whsec_${secret('stripe-webhooks')}`,
    controlToken: secret('stripe-control'),
    webhookUrl: `${ownAddress(config.HOST, port)}/api/webhooks/stripe`,
    file: join(dataDir, 'sandbox/stripe.json'),
    clock,
    seller: 'Precis',
  });
}

/** The simulator checks its clock each second by itself. */
async function standInForBtcpay(
  { config, dataDir, port, clock }: PaymentSandboxOptions,
  apiKey: string,
  webhookSecret: string,
): Promise<BtcpaySimulator> {
  return startBtcpaySimulator({
    port: port + BTCPAY_PORT_DISTANCE,
    path: join(dataDir, 'sandbox/btcpay.json'),
    apiKey,
    webhook: { url: `${ownAddress(config.HOST, port)}/api/webhooks/btcpay`, secret: webhookSecret },
    now: () => clock.now(),
  });
}

/** The address of this process's own origin. */
function ownAddress(host: string, port: number): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
