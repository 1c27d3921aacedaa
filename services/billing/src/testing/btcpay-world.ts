import { createLogger } from '@precis/runtime/logger';
import { type BtcpaySimulator, startBtcpaySimulator } from '@precis/sandbox/btcpay/btcpay-simulator';
import { listenForWebhooks, type WebhookListener } from '@precis/sandbox/webhooks/testing/webhook-listener';
import { eventually } from '@precis/testing/eventually';
import { StandingClock } from '@precis/testing/standing-clock';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BtcpayAccess } from '../btcpay/btcpay-settings.js';
import { BtcpayProvider } from '../btcpay/btcpay.provider.js';
import type { Checkout } from '../payments/payment-provider.js';
import type { Delivery, ProviderWorld } from './payment-provider-contract.js';

const SECRET = 'the-secret-of-the-webhook';
const API_KEY = 'the-key-of-the-store';
const PUBLIC_URL = 'https://precis.example';

/** Our adapter with the simulator of BTCPay, which keeps its invoices over a restart. */
export class BtcpayWorld implements ProviderWorld {
  readonly clock = new StandingClock();
  simulator: BtcpaySimulator;
  provider: BtcpayProvider;
  private port = 0;

  private constructor(
    private readonly folder: string,
    private readonly listener: WebhookListener,
  ) {}

  static async open(): Promise<BtcpayWorld> {
    const world = new BtcpayWorld(await mkdtemp(join(tmpdir(), 'btcpay-')), await listenForWebhooks());
    await world.start();
    return world;
  }

  /** Acts as the payer, the blockchain or the clock: `pay?percent=50`, `confirm`, `expire`. */
  async at({ url }: Pick<Checkout, 'url'>, what: string): Promise<void> {
    const path = new URL(url).pathname;
    const response = await fetch(`${this.simulator.url}${path}/${what}`, { method: 'POST' });
    if (response.status !== 200) throw new Error(`${what}: ${response.status} ${await response.text()}`);
    await response.body?.cancel();
  }

  async pay(checkout: Checkout): Promise<void> {
    await this.at(checkout, 'pay');
    await this.at(checkout, 'confirm');
  }

  /** Marks an invoice as a person does in BTCPay's pages. */
  async mark(reference: string, status: 'Settled' | 'Invalid'): Promise<void> {
    const response = await fetch(`${this.simulator.url}/api/v1/invoices/${reference}/status`, {
      method: 'POST',
      headers: { authorization: `token ${API_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
    });
    if (response.status !== 200) throw new Error(`mark: ${response.status}`);
  }

  /** Billing's settings for this server. */
  get settings(): Record<string, string> {
    const { url: BTCPAY_URL, storeId: BTCPAY_STORE_ID } = this.simulator;
    const besides = { BTCPAY_API_KEY: API_KEY, BTCPAY_WEBHOOK_SECRETS: SECRET, PUBLIC_URL };
    return { BTCPAY_URL, BTCPAY_STORE_ID, ...besides };
  }

  /** Sets how the receiver answers webhooks from now on. */
  answerWith(status: number): void {
    this.listener.answerWith(status);
  }

  /** Restarts the simulator: waiting webhooks are lost, as with the real server, and payments are kept. */
  async restart(): Promise<void> {
    await this.simulator.close();
    await this.start();
  }

  async deliveries(count: number): Promise<Delivery[]> {
    const { heard } = this.listener;
    return eventually('webhooks arrive', () =>
      heard.length < count
        ? undefined
        : heard.map(({ body, headers }) => ({ body, signature: String(headers['btcpay-sig']) })),
    );
  }

  signedByAnother(body: Buffer): string {
    return `sha256=${createHmac('sha256', 'the-secret-of-another').update(body).digest('hex')}`;
  }

  async goAway(): Promise<void> {
    await this.simulator.close();
  }

  async close(): Promise<void> {
    await this.simulator.close().catch(() => undefined);
    await this.listener.close();
    await rm(this.folder, { recursive: true });
  }

  private async start(): Promise<void> {
    this.simulator = await startBtcpaySimulator({
      port: this.port,
      path: join(this.folder, 'btcpay.json'),
      apiKey: API_KEY,
      webhook: { url: this.listener.url, secret: SECRET },
      now: () => this.clock.now(),
    });
    const { url, storeId } = this.simulator;
    this.port = Number(new URL(url).port);
    const access = new BtcpayAccess(url, storeId, API_KEY, [SECRET], PUBLIC_URL);
    this.provider = new BtcpayProvider(access, this.clock, createLogger('test', 'silent'));
  }
}
