import { isCrumbled } from '@precis/runtime/small-chunks.rule';
import type { Readable } from 'node:stream';
import { BodyBudget, type OpenBody } from './body-budget.js';
import { BodyRate } from './body-rate.js';
import { HttpProblem } from './http-problem.js';
import { BODY_LIMIT_BYTES } from './route-policy.js';

/**
 * The sender of a body: `anyone` on public routes, `admitted` when a credential was accepted before the body, `provider` at the webhooks, where only
 * the complete body identifies the sender.
 */
export interface Sender {
  kind: 'anyone' | 'admitted' | 'provider';
  /** The parties that share the room, from the widest to the narrowest: the account, or the networks of the address. */
  subjects: string[];
  /**
   * Called when a body without a declared length turns out to have more than 100 kB; absent for other bodies. The rest of the body is read after the
   * promise has resolved. When the promise rejects, the rest is read without being kept, and the body is refused.
   */
  admitLarge?: () => Promise<void>;
  /** Called with the number of received bytes when a body breaks a rule, or is broken off. */
  brokenOff?: (receivedBytes: number) => void;
}

type Budgets<T> = Record<Sender['kind'], Record<'small' | 'large', T>>;

const MB = 1_000_000;
/**
 * Bytes of partly received bodies per kind of sender. Routes of at most 100 kB have separate room, so that long bodies never crowd out a login or a
 * look-up, and bodies without a credential never crowd out those with one.
 */
const BODY_BUDGET_BYTES: Budgets<number> = {
  anyone: { small: 32 * MB, large: 32 * MB },
  admitted: { small: 32 * MB, large: 96 * MB },
  provider: { small: 8 * MB, large: 8 * MB },
};

/**
 * Receives bodies as bytes, each up to its route's limit, at a minimum pace, and all within a budget that senders share evenly (BodyBudget). Without
 * the budget a few thousand slow bodies would fill the memory. Over the limit is 413, too slow is 408, beyond the share of a full budget is 503
 * (API-1, LIMIT-8). After each of these more of the body may arrive, so the connection cannot be used again.
 */
export class BodyIntake {
  private readonly pace: BodyPace;
  private readonly budgets: Budgets<BodyBudget>;
  /** One rate per kind of sender, so that bodies of strangers never delay those of admitted accounts. */
  private readonly rates: Record<Sender['kind'], BodyRate>;

  /** `largeBytesPerSecond` is for all bodies over 100 kB of one kind of sender together. */
  constructor(pace: Pace, largeBytesPerSecond: number, budgetBytes = BODY_BUDGET_BYTES) {
    this.pace = new BodyPace(pace);
    const rate = () => new BodyRate(largeBytesPerSecond);
    this.rates = { anyone: rate(), admitted: rate(), provider: rate() };
    const open = (kind: Sender['kind']) => ({
      small: new BodyBudget(budgetBytes[kind].small),
      large: new BodyBudget(budgetBytes[kind].large),
    });
    this.budgets = { anyone: open('anyone'), admitted: open('admitted'), provider: open('provider') };
  }

  receive(stream: Readable, limitBytes: number, { kind, ...sender }: Sender): Promise<Buffer> {
    const budget = this.budgets[kind][limitBytes > BODY_LIMIT_BYTES ? 'large' : 'small'];
    return this.take(stream, limitBytes, this.rates[kind], { ...sender, budget });
  }

  /** Reads a body without keeping it, to find out whether it is too large: 413 comes before 401 (API-1). */
  async discard(stream: Readable, limitBytes: number): Promise<void> {
    await this.take(stream, limitBytes, this.rates.anyone);
  }

  /** Uses listeners instead of `for await`: leaving such a loop early destroys the connection, and then the refusal cannot be sent. */
  private take(
    stream: Readable,
    limitBytes: number,
    ofSender: BodyRate,
    kept?: Omit<Sender, 'kind'> & { budget: BodyBudget },
  ): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      // One growing buffer instead of a list of chunks: as a list, a body in chunks of one byte takes a hundred times its length.
      let buffer = Buffer.alloc(0);
      let settled = false;
      let chunks = 0;
      let refusal: unknown;
      let hasEnded = false;
      let rate = ofSender;
      const finish = (settle: () => void) => {
        settled = true;
        if (body.waiting) rate.leave(body.waiting);
        if (stream.isPaused()) stream.resume();
        stream.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
        this.pace.leave(body);
        kept?.budget.release(body);
        settle();
      };
      const body: OpenBody = {
        sender: kept?.subjects ?? [],
        heldBytes: 0,
        receivedBytes: 0,
        cut: (problem) => {
          // A full budget is not the sender's fault.
          if (problem.status !== 503) kept?.brokenOff?.(body.receivedBytes);
          finish(() => reject(problem));
        },
      };
      const onData = (chunk: Buffer) => {
        const end = body.receivedBytes + chunk.length;
        if (end > limitBytes) return body.cut(bodyTooLarge());
        if (isCrumbled(++chunks, end))
          return body.cut(new HttpProblem(400, 'invalid_request', 'The request body came in too many small chunks.'));
        if (kept && !refusal) {
          if (end > buffer.length) {
            const size = Math.min(limitBytes, Math.max(2 * buffer.length, end));
            kept.budget.hold(body, size - buffer.length);
            if (settled) return;
            const larger = Buffer.allocUnsafe(size);
            buffer.copy(larger, 0, 0, body.receivedBytes);
            buffer = larger;
          }
          chunk.copy(buffer, body.receivedBytes);
        }
        const isFirstLarge = end > BODY_LIMIT_BYTES && body.receivedBytes <= BODY_LIMIT_BYTES;
        body.receivedBytes = end;
        if (isFirstLarge && kept?.admitLarge) void admitted(kept.admitLarge(), chunk.length);
        else if (end > BODY_LIMIT_BYTES) waitForTurn(chunk.length);
      };
      const admitted = async (admission: Promise<void>, bytes: number) => {
        body.isHeld = true;
        stream.pause();
        await admission.catch((error: unknown) => {
          refusal = error;
          // The rest of a refused body must not delay those of admitted accounts.
          rate = this.rates.anyone;
          kept?.budget.release(body);
          buffer = Buffer.alloc(0);
        });
        body.isHeld = false;
        if (settled) return;
        if (hasEnded) return onEnd();
        stream.resume();
        waitForTurn(bytes);
      };
      const waitForTurn = (bytes: number) => {
        const goOn = () => {
          body.waiting = undefined;
          stream.resume();
        };
        const chunk = { sender: body.sender[0] ?? '', bytes, goOn };
        if (!rate.take(chunk)) return;
        body.waiting = chunk;
        stream.pause();
      };
      const onEnd = () => {
        hasEnded = true;
        if (body.isHeld) return;
        finish(() => (refusal ? reject(refusal as Error) : resolve(buffer.subarray(0, body.receivedBytes))));
      };
      // A body that waits for its admission may have ended before its connection closed.
      const onCut = () =>
        hasEnded || body.cut(new HttpProblem(400, 'invalid_request', 'The request could not be read.'));
      this.pace.watch(body);
      stream.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
    });
  }
}

export function bodyTooLarge(): HttpProblem {
  return new HttpProblem(413, 'body_too_large', 'The request body is too large.');
}

/** How fast a body must arrive: at least this many bytes per second over each span of `windowMs`. */
export interface Pace {
  minBytesPerSecond: number;
  windowMs: number;
}

/** Checks per window: a body that stops arriving is cut after 1 to 2 windows. */
const LOOKS = 10;

/**
 * Ends bodies that arrive too slowly. Without it a sender of one byte now and then holds memory and a connection for the whole time limit of a
 * request. One timer serves all bodies, and runs only while one is open.
 */
export class BodyPace {
  private readonly marks = new Map<OpenBody, { atMs: number; bytes: number }>();
  private timer?: NodeJS.Timeout;
  private lookedAtMs = 0;

  /** `nowMs` is a monotonic clock. */
  constructor(
    private readonly pace: Pace,
    private readonly nowMs = () => performance.now(),
  ) {}

  watch(body: OpenBody): void {
    this.marks.set(body, { atMs: this.nowMs(), bytes: 0 });
    if (this.timer) return;
    this.lookedAtMs = this.nowMs();
    this.timer = setInterval(() => this.look(), this.pace.windowMs / LOOKS).unref();
  }

  leave(body: OpenBody): void {
    this.marks.delete(body);
    if (this.marks.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  look(): void {
    const nowMs = this.nowMs();
    // The event loop was blocked or the process was suspended. Bytes that arrived during that time were not read, which is not the sender's fault.
    const wasHeld = nowMs - this.lookedAtMs > this.pace.windowMs / 2;
    this.lookedAtMs = nowMs;
    for (const [body, mark] of this.marks) {
      const seconds = (nowMs - mark.atMs) / 1_000;
      if (wasHeld || body.waiting || body.isHeld) this.marks.set(body, { atMs: nowMs, bytes: body.receivedBytes });
      else if (seconds * 1_000 < this.pace.windowMs) continue;
      else if (body.receivedBytes - mark.bytes < seconds * this.pace.minBytesPerSecond)
        body.cut(new HttpProblem(408, 'request_timeout', 'The request did not arrive in time.'));
      else this.marks.set(body, { atMs: nowMs, bytes: body.receivedBytes });
    }
  }
}
