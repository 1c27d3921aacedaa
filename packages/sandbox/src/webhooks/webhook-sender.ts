/** What goes wrong with deliveries on purpose, until it is switched off again. */
export interface WebhookFaults {
  /** How often each delivery arrives; 1 without a fault. */
  duplicate: number;
  /** Deliveries are held a moment and go out newest first. */
  reorder: boolean;
  /** Added before each delivery. */
  delayMs: number;
  /** Nothing arrives, and nothing is tried again, as when the sender dies. */
  drop: boolean;
  /** Signed with a secret that the receiver does not have. */
  wrongSecret: boolean;
}

export const NO_FAULTS: WebhookFaults = {
  duplicate: 1,
  reorder: false,
  delayMs: 0,
  drop: false,
  wrongSecret: false,
};

/** How one provider sends: each has its own headers, answers that it tries again after, and waits. */
export interface WebhookHabits {
  url: string;
  secret: string;
  /** Headers over the very bytes that go out; `content-type: application/json` is added. */
  headers(body: Buffer, secret: string): Record<string, string>;
  /** Whether an answer makes it try again; undefined = no answer came. */
  triesAgain(status: number | undefined): boolean;
  /** Before the second try, the third and so on; after the last one it gives up. */
  waitsMs: number[];
}

const ANSWER_MS = 10_000;
const REORDER_MS = 150;
/** More that wait are forgotten: the receiver has been away for long. */
const MOST_WAITING = 2_000;
const FOREIGN_SECRET = 'a-secret-that-nobody-was-given';

type Body = (attempt: number) => string;

/**
 * Sends signed webhooks one after the other, and again where that failed. What waits is held in memory alone: `close` loses it, as the
 * death of a real sender does.
 */
export class WebhookSender {
  private faults = NO_FAULTS;
  private line: Promise<void> = Promise.resolve();
  private held: Body[] = [];
  private waiting = 0;
  private readonly closing = new AbortController();
  private readonly pauses = new Set<() => void>();

  constructor(private readonly habits: WebhookHabits) {}

  setFaults(faults: Partial<WebhookFaults>): void {
    this.faults = { ...NO_FAULTS, ...faults };
  }

  /** Takes a fact to be delivered; `body` is asked anew for each attempt, the first of which is 0. Never throws, never waits. */
  send(body: Body): void {
    const { drop, duplicate, reorder } = this.faults;
    if (drop || this.closing.signal.aborted || this.waiting >= MOST_WAITING) return;
    const copies = Array.from({ length: duplicate }, () => body);
    this.waiting += copies.length;
    if (!reorder) return copies.forEach((copy) => this.enqueue(copy));
    if (this.held.length === 0) void this.pause(REORDER_MS).then(() => this.release());
    this.held.push(...copies);
  }

  /** Settles when no delivery is under way; those that wait for another try do not count. */
  async idle(): Promise<void> {
    while (this.held.length > 0) await this.pause(10);
    await this.line;
  }

  async close(): Promise<void> {
    this.closing.abort();
    for (const end of this.pauses) end();
    await this.line;
  }

  private release(): void {
    for (const body of this.held.splice(0).toReversed()) this.enqueue(body);
  }

  private enqueue(body: Body): void {
    const { delayMs } = this.faults;
    this.line = this.line
      .then(() => this.pause(delayMs))
      .then(() => this.attempt(body, 0))
      .catch(() => undefined);
  }

  private async attempt(body: Body, attempt: number): Promise<void> {
    const isOver = this.closing.signal.aborted || this.faults.drop;
    const isDone = isOver || !this.habits.triesAgain(await this.deliver(body(attempt)));
    const waitMs = this.habits.waitsMs[attempt];
    if (isDone || waitMs === undefined) return void this.waiting--;
    // Beside the line: a receiver that refuses one fact is still told the next.
    void this.pause(waitMs).then(() => this.attempt(body, attempt + 1));
  }

  private async deliver(text: string): Promise<number | undefined> {
    const { url, secret, headers } = this.habits;
    const body = Buffer.from(text);
    const signed = headers(body, this.faults.wrongSecret ? FOREIGN_SECRET : secret);
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(ANSWER_MS)]);
    try {
      const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...signed }, signal };
      const response = await fetch(url, { ...init, redirect: 'manual' });
      await response.body?.cancel();
      return response.status;
    } catch {
      return undefined;
    }
  }

  /** Ends early with the sender. */
  private pause(ms: number): Promise<void> {
    if (ms === 0 || this.closing.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.pauses.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      timer.unref();
      this.pauses.add(end);
    });
  }
}
