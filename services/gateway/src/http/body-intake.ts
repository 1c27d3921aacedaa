import type { Readable } from 'node:stream';
import { BodyBudget, type OpenBody } from './body-budget.js';
import { BodyPace, type Pace } from './body-pace.js';
import { HttpProblem } from './http-problem.js';
import { BODY_LIMIT_BYTES } from './route-policy.js';

/** Who sends: `anyone` on public routes, `admitted` where a credential was accepted before a byte of the body was taken. */
export interface Sender {
  kind: 'anyone' | 'admitted';
  /** By whom the room is shared, from the widest to the narrowest: the account, or the networks of the address. */
  subjects: string[];
}

type Budgets<T> = Record<Sender['kind'], Record<'small' | 'large', T>>;

const MB = 1_000_000;
/** Each chunk costs the loop about 2 us: 5 MB in chunks of one byte were 10 s of it. So many are free, then each must bring so much. */
const FREE_CHUNKS = 1_000;
const BYTES_PER_CHUNK = 64;

/**
 * Bytes of bodies that may be half received at one time. Routes of at most 100 kB have room of their own, so that long bodies never
 * crowd out a login or a look-up, nor those without a credential those who have one.
 */
export const BODY_BUDGET_BYTES: Budgets<number> = {
  anyone: { small: 32 * MB, large: 32 * MB },
  admitted: { small: 32 * MB, large: 96 * MB },
};

/**
 * Receives bodies as bytes, each up to its route's limit, not slower than its pace, and all of them within a budget that senders share
 * evenly (body-budget.ts): without it a few thousand slow bodies fill the memory. Over the limit is 413, too slow 408, beyond the
 * share of a full budget 503 (decisions 20, 22). After each of these more of the body may come: the connection cannot be used again.
 */
export class BodyIntake {
  private readonly pace: BodyPace;
  private readonly budgets: Budgets<BodyBudget>;

  constructor(pace: Pace, budgetBytes = BODY_BUDGET_BYTES) {
    this.pace = new BodyPace(pace);
    const open = (kind: Sender['kind']) => ({
      small: new BodyBudget(budgetBytes[kind].small),
      large: new BodyBudget(budgetBytes[kind].large),
    });
    this.budgets = { anyone: open('anyone'), admitted: open('admitted') };
  }

  receive(stream: Readable, limitBytes: number, { kind, subjects }: Sender): Promise<Buffer> {
    return this.take(
      stream,
      limitBytes,
      subjects,
      this.budgets[kind][limitBytes > BODY_LIMIT_BYTES ? 'large' : 'small'],
    );
  }

  /** Lets a body pass without keeping it, only to learn whether it is too large: 413 comes before 401 (decisions 20). */
  async discard(stream: Readable, limitBytes: number): Promise<void> {
    await this.take(stream, limitBytes, []);
  }

  /** By listeners, not by `for await`: leaving such a loop early destroys the connection, and with it the refusal. */
  private take(stream: Readable, limitBytes: number, sender: string[], budget?: BodyBudget): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      // One buffer that grows, not a list of chunks: a body in chunks of one byte would else take a hundred times its length.
      let buffer = Buffer.alloc(0);
      let settled = false;
      let chunks = 0;
      const finish = (settle: () => void) => {
        settled = true;
        stream.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
        this.pace.leave(body);
        budget?.release(body);
        settle();
      };
      const body: OpenBody = {
        sender,
        heldBytes: 0,
        receivedBytes: 0,
        cut: (problem) => finish(() => reject(problem)),
      };
      const onData = (chunk: Buffer) => {
        const end = body.receivedBytes + chunk.length;
        if (end > limitBytes) return body.cut(bodyTooLarge());
        if (++chunks > FREE_CHUNKS + end / BYTES_PER_CHUNK)
          return body.cut(new HttpProblem(400, 'invalid_request', 'The request body came in too many small chunks.'));
        if (budget) {
          if (end > buffer.length) {
            const size = Math.min(limitBytes, Math.max(2 * buffer.length, end));
            budget.hold(body, size - buffer.length);
            if (settled) return;
            const larger = Buffer.allocUnsafe(size);
            buffer.copy(larger, 0, 0, body.receivedBytes);
            buffer = larger;
          }
          chunk.copy(buffer, body.receivedBytes);
        }
        body.receivedBytes = end;
      };
      const onEnd = () => finish(() => resolve(buffer.subarray(0, body.receivedBytes)));
      const onCut = () =>
        finish(() => reject(new HttpProblem(400, 'invalid_request', 'The request could not be read.')));
      this.pace.watch(body);
      stream.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
    });
  }
}

export function bodyTooLarge(): HttpProblem {
  return new HttpProblem(413, 'body_too_large', 'The request body is too large.');
}
