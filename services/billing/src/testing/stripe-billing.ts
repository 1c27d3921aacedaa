import { startStripeSimulator, type StripeSimulator } from '@precis/sandbox/stripe/stripe-simulator';
import { Bus, type BusConsumer, type OutgoingMessage } from '@precis/events/bus';
import type { Payment } from '@precis/proto/billing/v1/billing';
import { eventually } from '@precis/testing/eventually';
import { StandingClock } from '@precis/testing/standing-clock';
import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { EventWorld } from './event-world.js';
import { RunningBilling } from './running-billing.js';
import { StripeDoor } from './stripe-door.js';

/** A bus for a copy whose events do not matter: only one process consumes a group. */
export class IdleBus extends Bus {
  async publish(_: OutgoingMessage[]): Promise<void> {
    throw new Error('this copy publishes nothing');
  }

  async run(): Promise<BusConsumer> {
    return { stop: async () => undefined, healthy: () => undefined };
  }

  async close(): Promise<void> {}
}

export interface Bought {
  paymentId: string;
  accountId: string;
  url: string;
  sessionId: string;
}

/** Billing with the simulator of Stripe and a proxy between them. Webhooks arrive when the test delivers them. */
export class StripeBilling {
  private constructor(
    readonly world: EventWorld,
    readonly simulator: StripeSimulator,
    readonly door: StripeDoor,
    readonly clock: StandingClock,
    /** Calls Stripe's simulator directly, without the proxy. */
    readonly stripe: Stripe,
    readonly running: RunningBilling,
  ) {}

  static async open(): Promise<StripeBilling> {
    const clock = new StandingClock();
    const world = await EventWorld.open();
    const simulator = await startStripeSimulator({ clock, most: 10_000 });
    const door = await StripeDoor.open(simulator.url);
    const { hostname: host, port } = new URL(simulator.url);
    const stripe = new Stripe(simulator.apiKey, { host, port, protocol: 'http', telemetry: false });
    const running = await RunningBilling.start(world.url, world.bus, clock, settingsOf(simulator, door));
    return new StripeBilling(world, simulator, door, clock, stripe, running);
  }

  /** Another copy of the service on the same database. */
  another(): Promise<RunningBilling> {
    return RunningBilling.start(this.world.url, new IdleBus(), this.clock, settingsOf(this.simulator, this.door));
  }

  async buy(plan = 'medium', duration = 'yearly', accountId: string = randomUUID()): Promise<Bought> {
    const order = {
      accountId,
      plan,
      duration,
      paymentMethod: 'stripe',
      extend: false,
      quoteId: '',
      referralCode: '',
      idempotencyHash: new Uint8Array(),
    };
    const { paymentId, url } = await this.running.as('gateway').createPayment(order);
    return { paymentId, accountId, url, sessionId: /cs_test_\w+/.exec(url)![0] };
  }

  /** Acts on the checkout's page: pay, decline, later, settle or fail. */
  async at({ url }: Bought, what: string): Promise<void> {
    const response = await fetch(`${url}/${what}`, { method: 'POST' });
    await response.body?.cancel();
  }

  async control<T>(name: string, wanted: object): Promise<T> {
    const response = await fetch(`${this.simulator.url}/_sim/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.simulator.controlToken}` },
      body: JSON.stringify(wanted),
    });
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** All events so far, oldest first. */
  async events(types = '*'): Promise<Stripe.Event[]> {
    const all = await this.stripe.events.list({ limit: 100, types: [types] }).autoPagingToArray({ limit: 10_000 });
    return all.reverse();
  }

  /** Delivers an event as the gateway forwards it. */
  async deliver(event: object, secret = this.simulator.webhookSecret): Promise<void> {
    const payload = JSON.stringify(event);
    const signature = this.stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: this.clock.now().getTime() / 1_000,
    });
    await this.running.as('gateway').receiveWebhook({ provider: 'stripe', body: Buffer.from(payload), signature });
  }

  async deliverAll(types = '*'): Promise<void> {
    for (const event of await this.events(types)) await this.deliver(event);
  }

  async payment({ paymentId }: Pick<Bought, 'paymentId'>): Promise<PaymentRow> {
    const [row] = await this.world.rows<PaymentRow>(
      `SELECT status, refunded_cents::int AS refunded, amount_cents::int AS amount, completed_at AS "completedAt"
       FROM payments WHERE id = $1`,
      [paymentId],
    );
    return row;
  }

  async until(bought: Bought, status: Payment['status'], timeoutMs?: number): Promise<void> {
    await eventually(`the payment is ${status}`, async () => (await this.payment(bought)).status === status, timeoutMs);
  }

  /** Waits until no event is waiting. */
  async handled(timeoutMs?: number): Promise<void> {
    const waiting = () => this.world.rows(`SELECT 1 FROM provider_events WHERE state = 'queued' LIMIT 1`);
    await eventually('all events are handled', async () => (await waiting()).length === 0, timeoutMs);
  }

  async close(): Promise<void> {
    await this.running.close();
    await this.door.close();
    await this.simulator.close();
    await this.world.close();
  }
}

export interface PaymentRow {
  status: string;
  refunded: number;
  amount: number;
  completedAt: Date | null;
}

function settingsOf(simulator: StripeSimulator, { url }: StripeDoor): Record<string, string> {
  const { apiKey, webhookSecret, url: pages } = simulator;
  return {
    PUBLIC_URL: 'https://precis.example',
    STRIPE_SECRET_KEY: apiKey,
    STRIPE_WEBHOOK_SECRETS: webhookSecret,
    STRIPE_API_URL: url,
    STRIPE_CHECKOUT_URL: pages,
  };
}
