import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { Ledger } from '../ledger/ledger.provider.js';
import { CreatePayment } from '../payments/create-payment.usecase.js';
import type { Order } from '../payments/keyed-orders.provider.js';
import type { Payment } from '../payments/payment.entity.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import { ReconcilePayments } from '../provider-events/reconcile-payments.usecase.js';
import { BtcpayWorld } from './btcpay-world.js';
import { EventWorld } from './event-world.js';
import type { Delivery } from './payment-provider-contract.js';
import { RunningBilling } from './running-billing.js';

/** A payment whose checkout is open. */
export type OpenPayment = Payment & { reference: string; url: string };

/** The whole service with a simulated BTCPay Server; the test takes the gateway's part and forwards the webhooks. */
export class CryptoBilling {
  private constructor(
    readonly btcpay: BtcpayWorld,
    private readonly world: EventWorld,
    private readonly running: RunningBilling,
  ) {}

  static async open(): Promise<CryptoBilling> {
    const [btcpay, world] = [await BtcpayWorld.open(), await EventWorld.open()];
    const running = await RunningBilling.start(world.url, world.bus, btcpay.clock, btcpay.settings);
    return new CryptoBilling(btcpay, world, running);
  }

  async opened(changes: Partial<Order> = {}): Promise<OpenPayment> {
    const usual = { plan: 'basic', duration: 'monthly', method: 'crypto', extend: false, referralCode: '' } as const;
    const order = { accountId: randomUUID(), ...usual, ...changes };
    return this.payment((await this.of(CreatePayment).execute(order)).paymentId);
  }

  async payment(id: string): Promise<OpenPayment> {
    return (await this.of(PaymentsRepository).find(this.of(DataSource).manager, id)) as OpenPayment;
  }

  /** Webhooks that BTCPay has sent about one payment, oldest first. */
  async sent(payment: OpenPayment): Promise<Delivery[]> {
    await this.btcpay.simulator.idle();
    return (await this.btcpay.deliveries(0)).filter(({ body }) => body.includes(payment.id));
  }

  /** Forwards webhooks, and waits until all of them are handled. */
  async deliver(deliveries: Delivery[]): Promise<void> {
    const gateway = this.running.as('gateway');
    for (const delivery of deliveries) await gateway.receiveWebhook({ provider: 'btcpay', ...delivery });
    await eventually('provider events are handled', async () => {
      const [{ count }] = await this.world.rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM provider_events WHERE state = 'queued'`,
      );
      return count === 0;
    });
  }

  async reconcile(): Promise<void> {
    await this.of(ReconcilePayments).execute();
  }

  /** How often the reconciler has looked at a payment. */
  async looks({ id }: OpenPayment): Promise<number> {
    const rows = await this.world.rows<{ looks: number }>('SELECT looks FROM payment_looks WHERE payment_id = $1', [
      id,
    ]);
    return rows[0]?.looks ?? 0;
  }

  async wallet(accountId: string): Promise<number> {
    return this.of(Ledger).balanceOf(this.of(DataSource).manager, accountId);
  }

  async plans(accountId: string): Promise<string[]> {
    const rows = await this.world.rows<{ plan: string }>(
      'SELECT plan FROM terms WHERE account_id = $1 AND ends_at > starts_at ORDER BY starts_at',
      [accountId],
    );
    return rows.map(({ plan }) => plan);
  }

  /** Sum of all received crypto in cents. */
  async received(): Promise<number> {
    const rows = await this.world.rows<{ cents: number }>(
      `SELECT balance_cents::int AS cents FROM ledger_accounts WHERE name = 'psp:crypto'`,
    );
    return rows[0]?.cents ?? 0;
  }

  async close(): Promise<void> {
    await this.running.close();
    await this.world.close();
    await this.btcpay.close();
  }

  private of<T>(token: abstract new (...args: never[]) => T): T {
    return this.running.app.nest.get(token as never, { strict: false });
  }
}
