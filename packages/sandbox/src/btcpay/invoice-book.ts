import { createHmac } from 'node:crypto';
import { StateFile } from '../checkout/state-file.js';
import type { FaultDice } from '../webhooks/fault-dice.js';
import { type WebhookHabits, WebhookSender } from '../webhooks/webhook-sender.js';
import { webhookBody } from './greenfield-wire.js';
import { randomName } from './new-invoice.js';
import { watch, type InvoiceEvent, type SimInvoice } from './sim-invoice.js';

const MOST_INVOICES = 1_000;
/** The waits of the real server before further deliveries. */
const REDELIVERY_WAITS_MS = [10_000, 60_000, ...Array.from({ length: 6 }, () => 600_000)];
const AGAIN = new Set([undefined, 408, 429]);
/** The number of events whose bodies are kept; the oldest are forgotten. */
const MOST_TOLD = 2_000;

/** Creates the body of each delivery attempt, by event. */
type Told = Map<string, (attempt: number) => string>;

/** Where webhooks are sent, the secret that signs them, and the waits before further attempts. */
export interface WebhookTarget {
  url: string;
  secret: string;
  waitsMs?: number[];
}

interface Book {
  invoices: SimInvoice[];
}

/** The store's invoices. Each change is on the disk before it is reported. Only the newest are kept. */
export class InvoiceBook {
  private readonly webhookId = randomName(22);

  private constructor(
    private readonly file: StateFile<Book>,
    private readonly storeId: string,
    private readonly now: () => Date,
    private readonly told: Told,
    readonly webhooks: WebhookSender | undefined,
  ) {}

  static async open(options: {
    path: string | undefined;
    storeId: string;
    now: () => Date;
    webhook: WebhookTarget | undefined;
    dice: FaultDice;
  }): Promise<InvoiceBook> {
    const { path, storeId, now, webhook, dice } = options;
    const file = await StateFile.open<Book>(path, { invoices: [] });
    const told: Told = new Map();
    return new InvoiceBook(file, storeId, now, told, webhook && new WebhookSender(habitsOf(webhook, told), dice));
  }

  /** Unix seconds. */
  get seconds(): number {
    return Math.floor(this.now().getTime() / 1_000);
  }

  async add(invoice: SimInvoice): Promise<void> {
    this.file.state.invoices.push(invoice);
    this.file.state.invoices.splice(0, this.file.state.invoices.length - MOST_INVOICES);
    await this.saveAndSend(invoice, [{ type: 'InvoiceCreated' }]);
  }

  /** The invoice as it is now. Sends the webhooks of changes that only time caused first. */
  async find(id: string): Promise<SimInvoice | undefined> {
    const found = this.file.state.invoices.find((invoice) => invoice.id === id);
    if (found) await this.look(found);
    return found;
  }

  /** All invoices, newest first. */
  async list(): Promise<SimInvoice[]> {
    await this.watchAll();
    return this.file.state.invoices.toReversed();
  }

  async watchAll(): Promise<void> {
    for (const invoice of this.file.state.invoices) await this.look(invoice);
  }

  /** Saves the state, then queues one webhook for each event. */
  async saveAndSend(invoice: SimInvoice, events: InvoiceEvent[]): Promise<void> {
    await this.file.save();
    for (const event of events) this.deliver(structuredClone(invoice), event);
  }

  async close(): Promise<void> {
    await this.webhooks?.close();
    await this.file.save();
  }

  private async look(invoice: SimInvoice): Promise<void> {
    const events = watch(invoice, this.seconds);
    if (events.length > 0) await this.saveAndSend(invoice, events);
  }

  private deliver(invoice: SimInvoice, event: InvoiceEvent): void {
    const [originalDeliveryId, timestamp] = [randomName(22), this.seconds];
    const { webhookId, storeId } = this;
    this.told.set(originalDeliveryId, (attempt) => {
      const deliveryId = attempt === 0 ? originalDeliveryId : randomName(22);
      return webhookBody({ deliveryId, originalDeliveryId, webhookId, timestamp, storeId }, invoice, event);
    });
    const [oldest] = this.told.keys();
    if (this.told.size > MOST_TOLD) this.told.delete(oldest);
    this.webhooks?.enqueue(originalDeliveryId);
  }
}

/** Like BTCPay, sends one event after the other, and keeps events that wait for another attempt only in memory. */
function habitsOf({ url, secret, waitsMs = REDELIVERY_WAITS_MS }: WebhookTarget, told: Told): WebhookHabits {
  return {
    url: () => url,
    secret,
    atOnce: 1,
    body: (eventId, attempt) => told.get(eventId)?.(attempt),
    headers: (body, key) => ({ 'btcpay-sig': `sha256=${createHmac('sha256', key).update(body).digest('hex')}` }),
    triesAgain: (status) => AGAIN.has(status) || (status !== undefined && status >= 500),
    waitMs: (failures) => waitsMs[failures - 1],
  };
}
