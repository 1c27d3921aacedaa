import { randomUUID } from 'node:crypto';
import type { FaultDice } from './fault-dice.js';

/** An event that must still be delivered. */
export interface Delivery {
  id: string;
  eventId: string;
  attempts: number;
  /** Milliseconds of the wall clock, because an unavailable receiver returns in real time. */
  dueMs: number;
}

/** How one provider sends webhooks. Each has its own bodies, headers, retry rules and waits. */
export interface WebhookHabits {
  /** Undefined: nothing is sent. */
  url(): string | undefined;
  secret: string;
  /** The most deliveries in parallel; with 1 they keep their order. */
  atOnce: number;
  /** The body of an attempt, counted from 0; undefined for an event that was forgotten. */
  body(eventId: string, attempt: number): string | undefined;
  /** Headers for exactly these bytes; `content-type: application/json` is added. */
  headers(body: Buffer, secret: string): Record<string, string>;
  /** Whether an answer leads to another attempt; undefined = no answer came. */
  triesAgain(status: number | undefined): boolean;
  /** The wait after this many failed attempts; undefined: it gives up. */
  waitMs(failures: number): number | undefined;
  /** Settles when the reported state would survive a kill: nothing may be sent that is not stored. */
  kept?(): Promise<void>;
  /** The event was accepted, refused for good, or there is nothing to send. Not called when its attempts are used up. */
  settled?(eventId: string): void;
}

const DEADLINE_MS = 10_000;
/** Further waiting events are dropped: the receiver has been unavailable for long. */
const MOST_WAITING = 20_000;
const LOOK_MS = 5;

/**
 * Sends signed webhooks, and retries failed ones (PAY-62). `deliveries` holds everything that must still be delivered. A provider that stores it
 * continues in the next run; otherwise these deliveries are lost, as when a real sender dies.
 */
export class WebhookSender {
  private timer?: NodeJS.Timeout;
  private readonly sending = new Map<string, Promise<void>>();
  private readonly ending = new AbortController();

  constructor(
    private readonly habits: WebhookHabits,
    private readonly dice: Pick<FaultDice, 'befalls' | 'deliveryDelays'>,
    private readonly deliveries: Map<string, Delivery> = new Map(),
  ) {}

  /** Accepts an event for delivery, as often and as late as the faults say. Never throws or waits. */
  enqueue(eventId: string): void {
    const delays = this.habits.url() && this.deliveries.size < MOST_WAITING ? this.dice.deliveryDelays() : [];
    if (delays.length === 0) this.habits.settled?.(eventId);
    for (const delay of delays) {
      const id = randomUUID();
      this.deliveries.set(id, { id, eventId, attempts: 0, dueMs: Date.now() + delay });
    }
    this.wake();
  }

  /** Sends what is due. Called when an event arrives, and by a timer when one is due. */
  wake(): void {
    if (this.ending.signal.aborted) return;
    clearTimeout(this.timer);
    const now = Date.now();
    let nextMs = Infinity;
    for (const delivery of this.deliveries.values()) {
      if (this.sending.has(delivery.id)) continue;
      if (delivery.dueMs > now || this.isFull) nextMs = Math.min(nextMs, delivery.dueMs - now);
      else this.sending.set(delivery.id, this.send(delivery));
    }
    // With all places taken, the next finished delivery calls this again.
    if (nextMs !== Infinity && !this.isFull) this.timer = setTimeout(() => this.wake(), Math.max(1, nextMs)).unref();
  }

  /** Settles when every event was tried once; those that wait for another attempt do not count. */
  async idle(): Promise<void> {
    const isBusy = () => this.sending.size > 0 || [...this.deliveries.values()].some(({ attempts }) => attempts === 0);
    while (!this.ending.signal.aborted && isBusy()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }

  /** Aborts the deliveries in progress. */
  async close(): Promise<void> {
    this.ending.abort();
    clearTimeout(this.timer);
    await Promise.all(this.sending.values());
  }

  private get isFull(): boolean {
    return this.sending.size >= this.habits.atOnce;
  }

  /** Never rejects. */
  private async send(delivery: Delivery): Promise<void> {
    const { id, eventId, attempts } = delivery;
    try {
      await this.habits.kept?.();
      const body = this.habits.body(eventId, attempts);
      if (body !== undefined && this.habits.triesAgain(await this.post(Buffer.from(body)))) this.postpone(delivery);
      else {
        this.deliveries.delete(id);
        this.habits.settled?.(eventId);
      }
    } catch {
      this.postpone(delivery);
    } finally {
      this.sending.delete(id);
      this.wake();
    }
  }

  /** The status of the answer; undefined when there was none. */
  private async post(body: Buffer): Promise<number | undefined> {
    const { secret, headers } = this.habits;
    const signed = headers(body, this.dice.befalls('wrong_secret') ? `${secret}_of_another` : secret);
    try {
      const response = await fetch(this.habits.url()!, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signed },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), this.ending.signal]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return undefined;
    }
  }

  private postpone(delivery: Delivery): void {
    delivery.attempts += 1;
    const waitMs = this.habits.waitMs(delivery.attempts);
    if (waitMs === undefined) this.deliveries.delete(delivery.id);
    else delivery.dueMs = Date.now() + waitMs;
  }
}
