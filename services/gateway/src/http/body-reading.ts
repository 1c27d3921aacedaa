import { isCrumbled } from '@precis/runtime/small-chunks.rule';
import type { Readable } from 'node:stream';
import type { Slot } from './bag.js';
import type { BodyBudget } from './body-budget.js';
import type { OpenBody, PaceMark } from './open-body.js';
import type { BodyPace } from './body-pace.js';
import type { BodyRate, WaitingChunk } from './body-rate.js';
import { HttpProblem } from './http-problem.js';
import { BODY_LIMIT_BYTES } from './route-policy.js';

/** What holds for a body that is kept. */
export interface Kept {
  /** The room that it takes. */
  budget: BodyBudget;
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

/**
 * Reads one body from its stream. Uses listeners instead of `for await`: leaving such a loop early destroys the connection, and then the refusal
 * cannot be sent.
 */
export class BodyReading implements OpenBody {
  /** Resolves with the body when it has ended. Rejects with the refusal as soon as the body breaks a rule; then the rest is not read. */
  readonly whole: Promise<Buffer>;
  readonly sender: readonly string[];
  heldBytes = 0;
  receivedBytes = 0;
  waiting?: WaitingChunk;
  isHeld = false;
  budgetSlot?: Slot<OpenBody>;
  paceSlot?: Slot<PaceMark>;

  /** One growing buffer instead of a list of chunks: as a list, a body in chunks of one byte takes a hundred times its length. */
  private buffer = Buffer.alloc(0);
  private chunks = 0;
  private rate: BodyRate;
  /** Why a body over 100 kB was not admitted. Its rest is read without being kept. */
  private refusal?: Error;
  private hasEnded = false;
  private isSettled = false;
  private resolve!: (body: Buffer) => void;
  private reject!: (error: Error) => void;

  /** Without `kept` the body is only read, to find out whether it is too large. */
  constructor(
    private readonly stream: Readable,
    private readonly limitBytes: number,
    private readonly pace: BodyPace,
    private readonly rates: { ofSender: BodyRate; ofRefused: BodyRate },
    private readonly kept?: Kept,
  ) {
    this.sender = kept?.subjects ?? [];
    this.rate = rates.ofSender;
    this.whole = new Promise((resolve, reject) => ([this.resolve, this.reject] = [resolve, reject]));
    pace.watch(this);
    stream.on('data', this.onData).on('end', this.onEnd).on('error', this.onCut).on('close', this.onCut);
  }

  cut(problem: HttpProblem): void {
    // A full budget is not the sender's fault.
    if (problem.status !== 503) this.kept?.brokenOff?.(this.receivedBytes);
    this.finish();
    this.reject(problem);
  }

  private readonly onData = (chunk: Buffer): void => {
    const end = this.receivedBytes + chunk.length;
    if (end > this.limitBytes) return this.cut(bodyTooLarge());
    if (isCrumbled(++this.chunks, end)) return this.cut(bodyCrumbled());
    if (this.kept && !this.refusal && !this.keep(chunk, end, this.kept.budget)) return;
    const isFirstLarge = end > BODY_LIMIT_BYTES && this.receivedBytes <= BODY_LIMIT_BYTES;
    this.receivedBytes = end;
    if (isFirstLarge && this.kept?.admitLarge) void this.waitForAdmission(this.kept.admitLarge(), chunk.length);
    else if (end > BODY_LIMIT_BYTES) this.waitForTurn(chunk.length);
  };

  private readonly onEnd = (): void => {
    this.hasEnded = true;
    if (this.isHeld) return;
    this.finish();
    if (this.refusal) this.reject(this.refusal);
    else this.resolve(this.buffer.subarray(0, this.receivedBytes));
  };

  private readonly onCut = (): void => {
    // A body that waits for its admission may have ended before its connection closed.
    if (!this.hasEnded) this.cut(new HttpProblem(400, 'invalid_request', 'The request could not be read.'));
  };

  /** Appends the chunk. Returns false when the budget cut this body to make room. */
  private keep(chunk: Buffer, end: number, budget: BodyBudget): boolean {
    if (end > this.buffer.length) {
      const size = Math.min(this.limitBytes, Math.max(2 * this.buffer.length, end));
      budget.hold(this, size - this.buffer.length);
      if (this.isSettled) return false;
      const larger = Buffer.allocUnsafe(size);
      this.buffer.copy(larger, 0, 0, this.receivedBytes);
      this.buffer = larger;
    }
    chunk.copy(this.buffer, this.receivedBytes);
    return true;
  }

  private async waitForAdmission(admission: Promise<void>, bytes: number): Promise<void> {
    this.isHeld = true;
    this.stream.pause();
    await admission.catch((error: Error) => {
      this.refusal = error;
      // The rest of a refused body must not delay those of admitted accounts.
      this.rate = this.rates.ofRefused;
      this.kept?.budget.release(this);
      this.buffer = Buffer.alloc(0);
    });
    this.isHeld = false;
    if (this.isSettled) return;
    if (this.hasEnded) return this.onEnd();
    this.stream.resume();
    this.waitForTurn(bytes);
  }

  private waitForTurn(bytes: number): void {
    const goOn = () => {
      this.waiting = undefined;
      this.stream.resume();
    };
    const chunk = { sender: this.sender[0] ?? '', bytes, goOn };
    if (!this.rate.take(chunk)) return;
    this.waiting = chunk;
    this.stream.pause();
  }

  private finish(): void {
    this.isSettled = true;
    if (this.waiting) this.rate.leave(this.waiting);
    const { stream } = this;
    if (stream.isPaused()) stream.resume();
    stream.off('data', this.onData).off('end', this.onEnd).off('error', this.onCut).off('close', this.onCut);
    this.pace.leave(this);
    this.kept?.budget.release(this);
  }
}

export function bodyCrumbled(): HttpProblem {
  return new HttpProblem(400, 'invalid_request', 'The request body came in too many small chunks.');
}

export function bodyTooLarge(): HttpProblem {
  return new HttpProblem(413, 'body_too_large', 'The request body is too large.');
}
