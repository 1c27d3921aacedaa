import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { startStripeSimulator, type StripeSimulator, type StripeSimulatorOptions } from '../stripe-simulator.js';

const WAIT_MS = 15_000;

/** A simulator, the real SDK as its client, and a receiver that accepts webhooks as a seller does: only those that the SDK verifies. */
export class StripeTrial {
  /** Verified events, in order of arrival. */
  readonly received: Stripe.Event[] = [];
  /** The number of deliveries that the SDK refused. */
  refused = 0;
  /** While true, the receiver answers 503. */
  away = false;

  private constructor(
    public simulator: StripeSimulator,
    private readonly receiver: Server,
    private readonly options: StripeSimulatorOptions,
  ) {}

  static async start(options: StripeSimulatorOptions = {}): Promise<StripeTrial> {
    const receiver = createServer();
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;
    const all = {
      ...options,
      webhookUrl,
      apiKey: 'sk_test_trial',
      webhookSecret: 'whsec_trial',
      controlToken: 'trial',
    };
    const trial = new StripeTrial(await startStripeSimulator(all), receiver, all);
    receiver.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const signature = request.headers['stripe-signature'] as string;
        response.writeHead(trial.away ? 503 : trial.take(Buffer.concat(chunks), signature)).end();
      });
    });
    return trial;
  }

  /** A client as a seller creates it; `changed` makes one that should be refused. */
  stripe(changed: { key?: string; maxNetworkRetries?: number } = {}): Stripe {
    const { hostname, port } = new URL(this.simulator.url);
    const { key = this.simulator.apiKey, maxNetworkRetries = 0 } = changed;
    return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries });
  }

  session(
    changed: Partial<Stripe.Checkout.SessionCreateParams> = {},
  ): Promise<Stripe.Response<Stripe.Checkout.Session>> {
    return this.stripe().checkout.sessions.create({
      mode: 'payment',
      client_reference_id: 'payment-1',
      payment_intent_data: { metadata: { payment_id: 'payment-1' } },
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 8_100, product_data: { name: 'Medium plan' } } },
      ],
      success_url: 'http://localhost:8080/payment/success?session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'http://localhost:8080/payment/cancel',
      ...changed,
    });
  }

  /** Presses a button of the page, as a script does. */
  async press(
    session: Stripe.Checkout.Session,
    action: string,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`${this.pageOf(session)}/${action}`, { method: 'POST' });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  pageOf({ id }: Stripe.Checkout.Session): string {
    return `${this.simulator.url}/c/pay/${id}`;
  }

  async control<T = Record<string, unknown>>(name: string, body: object = {}, token = this.simulator.controlToken) {
    const response = await fetch(`${this.simulator.url}/_sim/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : text) as T };
  }

  /** The types of all received events, after all of `types` have arrived. */
  async arrived(...types: string[]): Promise<string[]> {
    const came = () => this.received.map(({ type }) => type as string);
    await this.until(`events ${types.join(', ')}, not ${came().join(', ')}`, () =>
      types.every((type) => came().includes(type)),
    );
    return came();
  }

  async until(what: string, check: () => boolean | Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + WAIT_MS; !(await check());) {
      if (Date.now() > deadline) throw new Error(`not within ${WAIT_MS} ms: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async restart(): Promise<void> {
    const { port } = new URL(this.simulator.url);
    await this.simulator.close();
    this.simulator = await startStripeSimulator({ ...this.options, port: Number(port) });
  }

  async close(): Promise<void> {
    await this.simulator.close();
    this.receiver.closeAllConnections();
    await new Promise((resolve) => this.receiver.close(resolve));
  }

  private take(body: Buffer, signature: string): number {
    try {
      this.received.push(this.stripe().webhooks.constructEvent(body, signature, this.simulator.webhookSecret));
      return 200;
    } catch {
      this.refused += 1;
      return 400;
    }
  }
}
