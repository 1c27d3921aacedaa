import { randomUUID } from 'node:crypto';
import type { FaultDice } from './fault-dice.js';

/** An event that is still to be delivered. */
export interface Delivery {
  id: string;
  eventId: string;
  attempts: number;
  /** Milliseconds of the wall clock: a receiver that is away comes back in real time. */
  dueMs: number;
}

/** How one provider sends: each has its own bodies, headers, answers that it tries again after, and waits. */
export interface WebhookHabits {
  /** Without one nothing is sent. */
  url(): string | undefined;
  secret: string;
  /** How many go out at once; one by one they keep their order. */
  atOnce: number;
  /** What an attempt sends, the first of which is 0; undefined of an event that is forgotten. */
  body(eventId: string, attempt: number): string | undefined;
  /** Over the very bytes that go out; `content-type: application/json` is added. */
  headers(body: Buffer, secret: string): Record<string, string>;
  /** Whether an answer makes it try again; undefined = no answer came. */
  triesAgain(status: number | undefined): boolean;
  /** After so many attempts that failed; undefined: it gives up. */
  waitMs(failures: number): number | undefined;
  /** Settles when what was told would survive a kill: nobody may hear of what is not kept. */
  kept?(): Promise<void>;
  /** Somebody took the event, or nobody will be told of it. */
  settled?(eventId: string): void;
}

const DEADLINE_MS = 10_000;
/** More that wait are forgotten: the receiver has been away for long. */
const MOST_WAITING = 20_000;
const LOOK_MS = 5;

/**
 * Sends signed webhooks, and again where that failed (PAY-62). What is still to be delivered is in `deliveries`: whoever keeps those goes on with
 * them in the next life, and with whoever does not they are lost, as at the death of a real sender.
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

  /** Takes an event to be delivered, as often and as late as the faults will. Never throws, never waits. */
  enqueue(eventId: string): void {
    const delays = this.habits.url() && this.deliveries.size < MOST_WAITING ? this.dice.deliveryDelays() : [];
    if (delays.length === 0) this.habits.settled?.(eventId);
    for (const delay of delays) {
      const id = randomUUID();
      this.deliveries.set(id, { id, eventId, attempts: 0, dueMs: Date.now() + delay });
    }
    this.wake();
  }

  /** Goes on with what is due; called when an event comes in, and by itself when one is due. */
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
    // A full house is woken by whoever leaves it.
    if (nextMs !== Infinity && !this.isFull) this.timer = setTimeout(() => this.wake(), Math.max(1, nextMs)).unref();
  }

  /** Settles when every event was tried once; those that wait for another try do not count. */
  async idle(): Promise<void> {
    const isBusy = () => this.sending.size > 0 || [...this.deliveries.values()].some(({ attempts }) => attempts === 0);
    while (!this.ending.signal.aborted && isBusy()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }

  /** What is on its way is cut off. */
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

  /** The status of the answer; undefined when none came. */
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
