import { isCrumbled } from '@precis/runtime/small-chunks.rule';
import type { Readable } from 'node:stream';
import { BodyRate, type WaitingChunk } from './body-rate.js';
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
  /** Called with the number of received bytes when a body is refused or cut off by its sender's fault. */
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

  receive(stream: Readable, limitBytes: number, { kind, subjects, brokenOff }: Sender): Promise<Buffer> {
    const budget = this.budgets[kind][limitBytes > BODY_LIMIT_BYTES ? 'large' : 'small'];
    return this.take(stream, limitBytes, this.rates[kind], { subjects, budget, brokenOff });
  }

  /** Reads a body without keeping it, to find out whether it is too large: 413 comes before 401 (API-1). */
  async discard(stream: Readable, limitBytes: number): Promise<void> {
    await this.take(stream, limitBytes, this.rates.anyone);
  }

  /** Uses listeners instead of `for await`: leaving such a loop early destroys the connection, and then the refusal cannot be sent. */
  private take(
    stream: Readable,
    limitBytes: number,
    rate: BodyRate,
    kept?: { subjects: string[]; budget: BodyBudget; brokenOff?: (receivedBytes: number) => void },
  ): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      // One growing buffer instead of a list of chunks: as a list, a body in chunks of one byte takes a hundred times its length.
      let buffer = Buffer.alloc(0);
      let settled = false;
      let chunks = 0;
      const finish = (settle: () => void) => {
        settled = true;
        if (body.waiting) {
          rate.leave(body.waiting);
          stream.resume();
        }
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
        if (kept) {
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
        body.receivedBytes = end;
        if (end > BODY_LIMIT_BYTES) waitForTurn(chunk.length);
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
      const onEnd = () => finish(() => resolve(buffer.subarray(0, body.receivedBytes)));
      const onCut = () => body.cut(new HttpProblem(400, 'invalid_request', 'The request could not be read.'));
      this.pace.watch(body);
      stream.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
    });
  }
}

export function bodyTooLarge(): HttpProblem {
  return new HttpProblem(413, 'body_too_large', 'The request body is too large.');
}

/** A body that is being received. */
export interface OpenBody {
  /** The sender, from the widest to the narrowest: an account; an address; a network and an address in it. */
  readonly sender: readonly string[];
  /** Bytes of memory that the body takes, at most twice what has arrived. */
  heldBytes: number;
  receivedBytes: number;
  /** The chunk that waits for its turn while the body is not read (BodyRate). */
  waiting?: WaitingChunk;
  /** Ends the body with this refusal. */
  cut(problem: HttpProblem): void;
}

/** The part of a full budget that is freed at once. If less were freed, each chunk that arrives would cause another scan of all bodies. */
const ROOM = 1 / 16;

/**
 * Limits the memory for partly received bodies. While there is room a sender may hold any amount. When the budget is full, the bodies of senders
 * above an equal share are cut. So a sender that holds at most the limit divided by the number of senders is never refused, however many bodies
 * another one opens. The budget itself takes memory only for open bodies.
 */
export class BodyBudget {
  private readonly open = new Set<OpenBody>();
  private heldBytes = 0;

  constructor(private readonly limitBytes: number) {}

  /** Takes `bytes` more for the body. This body may itself be cut to make room. */
  hold(body: OpenBody, bytes: number): void {
    this.open.add(body);
    body.heldBytes += bytes;
    this.heldBytes += bytes;
    if (this.heldBytes > this.limitBytes) this.makeRoom();
  }

  release(body: OpenBody): void {
    if (!this.open.delete(body)) return;
    this.heldBytes -= body.heldBytes;
    body.heldBytes = 0;
  }

  private makeRoom(): void {
    const targetBytes = this.limitBytes * (1 - ROOM);
    const senders = [...grouped(this.open, (body) => body.sender[0])].sort((one, other) => other.bytes - one.bytes);
    const shareBytes = targetBytes / senders.length;
    for (const sender of senders) {
      let leftBytes = sender.bytes;
      for (const body of largestFirst(sender.bodies)) {
        if (this.heldBytes <= targetBytes) return;
        if (leftBytes <= shareBytes) break;
        leftBytes -= body.heldBytes;
        this.release(body);
        body.cut(overloaded());
      }
    }
  }
}

interface Group {
  bodies: OpenBody[];
  bytes: number;
}

function grouped(bodies: Iterable<OpenBody>, keyOf: (body: OpenBody) => string): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const body of bodies) {
    const group = groups.get(keyOf(body)) ?? { bodies: [], bytes: 0 };
    groups.set(keyOf(body), group);
    group.bodies.push(body);
    group.bytes += body.heldBytes;
  }
  return groups.values();
}

/** Sorts the bodies of one network: first those of the address that holds most, and of that address the largest ones. */
function largestFirst(bodies: OpenBody[]): OpenBody[] {
  const narrowest = [...grouped(bodies, (body) => body.sender.at(-1)!)].sort((one, other) => other.bytes - one.bytes);
  return narrowest.flatMap((group) => group.bodies.sort((one, other) => other.heldBytes - one.heldBytes));
}

function overloaded(): HttpProblem {
  return new HttpProblem(503, 'overloaded', 'The service is busy. Please try again.', { retryAfterSeconds: 1 });
}

/** How fast a body must arrive: at least this many bytes per second over each span of `windowMs`. */
export interface Pace {
  minBytesPerSecond: number;
  windowMs: number;
}

/** Checks per window: a body that stands still is cut after 1 to 2 windows. */
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
      if (wasHeld || body.waiting) this.marks.set(body, { atMs: nowMs, bytes: body.receivedBytes });
      else if (seconds * 1_000 < this.pace.windowMs) continue;
      else if (body.receivedBytes - mark.bytes < seconds * this.pace.minBytesPerSecond)
        body.cut(new HttpProblem(408, 'request_timeout', 'The request did not arrive in time.'));
      else this.marks.set(body, { atMs: nowMs, bytes: body.receivedBytes });
    }
  }
}
