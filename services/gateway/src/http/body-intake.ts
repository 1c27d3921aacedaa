import { isCrumbled } from '@precis/runtime/small-chunks.rule';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { BodyBudget } from './body-budget.js';
import { BodyPace, type Pace } from './body-pace.js';
import { BodyRate } from './body-rate.js';
import { bodyCrumbled, BodyReading, type Kept } from './body-reading.js';
import { BODY_LIMIT_BYTES } from './route-policy.js';

/**
 * The sender of a body: `anyone` on public routes, `admitted` when a credential was accepted before the body, `provider` at the webhooks, where only
 * the complete body identifies the sender.
 */
export interface Sender extends Omit<Kept, 'budget'> {
  kind: 'anyone' | 'admitted' | 'provider';
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

  /**
   * The whole body, when it has a declared length and has arrived already, as almost every short body has by the time its sender is admitted. Such a body
   * needs no pace, budget or listeners, which cost more than reading it. Otherwise undefined; then `receive` waits for the rest. Throws the 400 of a
   * body in too many small chunks.
   */
  arrived(request: IncomingMessage, limitBytes: number): Buffer | undefined {
    const { complete, readableLength: bytes, headers } = request;
    if (!complete || bytes === 0 || bytes > Math.min(limitBytes, BODY_LIMIT_BYTES)) return undefined;
    if (Number(headers['content-length']) !== bytes) return undefined;
    const chunks: Buffer[] = [];
    let received = 0;
    // Node returns one chunk at each call.
    while (received < bytes) {
      const chunk = request.read() as Buffer;
      received += chunk.length;
      if (isCrumbled(chunks.push(chunk), received)) throw bodyCrumbled();
    }
    return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
  }

  receive(stream: Readable, limitBytes: number, { kind, ...sender }: Sender): Promise<Buffer> {
    const budget = this.budgets[kind][limitBytes > BODY_LIMIT_BYTES ? 'large' : 'small'];
    return this.read(stream, limitBytes, this.rates[kind], { ...sender, budget });
  }

  /** Reads a body without keeping it, to find out whether it is too large: 413 comes before 401 (API-1). */
  async discard(stream: Readable, limitBytes: number): Promise<void> {
    await this.read(stream, limitBytes, this.rates.anyone);
  }

  private read(stream: Readable, limitBytes: number, ofSender: BodyRate, kept?: Kept): Promise<Buffer> {
    return new BodyReading(stream, limitBytes, this.pace, { ofSender, ofRefused: this.rates.anyone }, kept).whole;
  }
}
