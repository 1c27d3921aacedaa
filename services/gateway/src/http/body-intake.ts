import type { Readable } from 'node:stream';
import { HttpProblem } from './http-problem.js';

/** Who sends: `anyone` on public routes, `admitted` where a credential was accepted before a byte of the body was taken. */
export type Sender = 'anyone' | 'admitted';

const MB = 1_000_000;

/**
 * Bytes of bodies that may be half received at one time. Two budgets, so that slow bodies on the public routes (at most
 * 100 kB each) can be refused and never crowd out those who hold a credential.
 */
export const BODY_BUDGET_BYTES: Record<Sender, number> = { anyone: 64 * MB, admitted: 128 * MB };

/**
 * Receives bodies as bytes, each up to its route's limit and all of them together up to a budget: without it a few
 * thousand slow bodies fill the memory. Over the limit is 413, over the budget 503 (decisions 20, 22).
 */
export class BodyIntake {
  private readonly heldBytes: Record<Sender, number> = { anyone: 0, admitted: 0 };

  constructor(private readonly budgetBytes: Record<Sender, number> = BODY_BUDGET_BYTES) {}

  async receive(stream: Readable, limitBytes: number, sender: Sender): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let received = 0;
    try {
      await eachChunk(stream, (chunk) => {
        received += chunk.length;
        this.heldBytes[sender] += chunk.length;
        if (received > limitBytes) throw bodyTooLarge();
        if (this.heldBytes[sender] > this.budgetBytes[sender]) throw overloaded();
        chunks.push(chunk);
      });
      return Buffer.concat(chunks);
    } finally {
      this.heldBytes[sender] -= received;
    }
  }
}

/** Lets a body pass without keeping it, only to learn whether it is too large: 413 comes before 401 (decisions 20). */
export async function discardBody(stream: Readable, limitBytes: number): Promise<void> {
  let received = 0;
  await eachChunk(stream, (chunk) => {
    received += chunk.length;
    if (received > limitBytes) throw bodyTooLarge();
  });
}

export function bodyTooLarge(): HttpProblem {
  return new HttpProblem(413, 'body_too_large', 'The request body is too large.');
}

function overloaded(): HttpProblem {
  return new HttpProblem(503, 'overloaded', 'The service is busy. Please try again.', { retryAfterSeconds: 1 });
}

/** By listeners, not by `for await`: leaving such a loop early destroys the connection, and with it the refusal. */
function eachChunk(stream: Readable, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      stream.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      settle();
    };
    const onData = (chunk: Buffer) => {
      try {
        take(chunk);
      } catch (error) {
        finish(() => reject(error as Error));
      }
    };
    const onEnd = () => finish(resolve);
    const onCut = () => finish(() => reject(new HttpProblem(400, 'invalid_request', 'The request could not be read.')));
    stream.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
}
