import { startStripeSimulator, type StripeSimulator } from '@precis/sandbox/stripe/stripe-simulator';
import { createLogger, type Logger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { StandingClock } from '@precis/testing/standing-clock';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../database.js';
import type { Checkout } from '../payments/payment-provider.js';
import { StripeAccess } from '../stripe/stripe-settings.js';
import { StripeProvider } from '../stripe/stripe.provider.js';
import { StripeRows } from '../stripe/stripe-rows.repository.js';
import type { Delivery, ProviderWorld } from './payment-provider-contract.js';
import { StripeDoor } from './stripe-door.js';

/** Our adapter with the real SDK and the simulator of Stripe, on its own database. */
export class StripeWorld implements ProviderWorld {
  private readonly received: Delivery[] = [];

  private constructor(
    readonly clock: StandingClock,
    readonly simulator: StripeSimulator,
    readonly door: StripeDoor,
    readonly database: DataSource,
    readonly provider: StripeProvider,
    /** Makes a provider as a restarted process has it. */
    readonly another: (secretKey?: string, logger?: Logger, requestMs?: number) => StripeProvider,
    private readonly receiver: Server,
    private readonly drop: () => Promise<void>,
  ) {
    receiver.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.received.push({ body: Buffer.concat(chunks), signature: String(request.headers['stripe-signature']) });
        response.end();
      });
    });
  }

  static async open(): Promise<StripeWorld> {
    const clock = new StandingClock();
    const receiver = createServer();
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const simulator = await startStripeSimulator({ clock, webhookUrl });
    const door = await StripeDoor.open(simulator.url);
    const { url, drop } = await migratedDatabase('billing', openDatabase);
    const database = await openDatabase(url);
    const another = (secretKey = simulator.apiKey, logger = createLogger('test', 'silent'), requestMs?: number) => {
      const secrets = [simulator.webhookSecret];
      const [api, pages] = [new URL(door.url), new URL(simulator.url)];
      const access = new StripeAccess(secretKey, secrets, 'https://precis.example', api, pages, requestMs);
      return new StripeProvider(access, new StripeRows(database), clock, logger);
    };
    return new StripeWorld(clock, simulator, door, database, another(), another, receiver, drop);
  }

  async pay({ url }: Checkout): Promise<void> {
    await this.at(url, 'pay');
  }

  /** Acts on the checkout's page: pay, decline, later or cancel. */
  async at(url: string, what: string): Promise<void> {
    const response = await fetch(`${url}/${what}`, { method: 'POST', redirect: 'manual' });
    await response.body?.cancel();
    if (response.status >= 400) throw new Error(`${what}: ${response.status}`);
  }

  async control<T>(name: string, wanted: object): Promise<T> {
    const response = await fetch(`${this.simulator.url}/_sim/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.simulator.controlToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async deliveries(count: number): Promise<Delivery[]> {
    return eventually('webhooks arrive', () => (this.received.length >= count ? [...this.received] : undefined));
  }

  signedByAnother(body: Buffer): string {
    return this.signed(body.toString(), { secret: 'whsec_of_another_deployment' });
  }

  signed(payload: string, { secret = this.simulator.webhookSecret, ageSeconds = 0 } = {}): string {
    const timestamp = Math.floor(this.clock.now().getTime() / 1_000) - ageSeconds;
    return new Stripe('sk_test_unused').webhooks.generateTestHeaderString({ payload, secret, timestamp });
  }

  /** The simulator's sessions, read without the proxy. */
  async sessions(): Promise<Stripe.Checkout.Session[]> {
    return (await this.direct().checkout.sessions.list({ limit: 100 })).data;
  }

  async refunds(): Promise<Stripe.Refund[]> {
    return (await this.direct().refunds.list({ limit: 100 })).data;
  }

  private direct(): Stripe {
    const { hostname: host, port } = new URL(this.simulator.url);
    return new Stripe(this.simulator.apiKey, { host, port, protocol: 'http', telemetry: false });
  }

  async goAway(): Promise<void> {
    await this.door.close();
  }

  async close(): Promise<void> {
    await this.door.close().catch(() => undefined);
    await this.simulator.close();
    this.receiver.closeAllConnections();
    await new Promise((resolve) => this.receiver.close(resolve));
    await this.database.destroy();
    await this.drop();
  }
}
