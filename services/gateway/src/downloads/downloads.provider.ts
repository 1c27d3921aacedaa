import { Injectable } from '@nestjs/common';
import { Bulkhead, busy } from '@precis/runtime/bulkhead';
import { DomainError } from '@precis/runtime/domain-error';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';

/** Files written at the same time. Each holds one page of lines in memory, however long the file is. */
const MOST_AT_ONCE = 20;
/** How long a download waits for a place, or for the account's previous file. */
const LONGEST_WAIT_MS = 5_000;
/** A file is cut off when its client does not read it within this time. A cut statement is recognisable as cut. */
const LONGEST_MS = 10 * 60 * 1_000;

const downloadRunning = () =>
  new DomainError(
    'exhausted',
    'download_running',
    'Two downloads of your account are under way. Please wait until one is finished.',
    {
      limit: 2,
      retryAfterSeconds: 5,
    },
  );

/** A file to send: its name, its media type and its content. */
export interface Download {
  name: string;
  type: string;
  /** The content. Its first piece is read before the response begins, so that a refusal still has its own status. */
  pieces: AsyncGenerator<string>;
}

/** Sends files as responses, written piece by piece as fast as the client reads (STAT-8). */
@Injectable()
export class Downloads {
  private readonly room = new Bulkhead({
    atOnce: MOST_AT_ONCE,
    atOnceOfOne: 1,
    waiting: MOST_AT_ONCE,
    waitingOfOne: 1,
    refusal: busy(5),
    refusalOfOne: downloadRunning,
  });

  /** Throws what the first piece throws, `unavailable` when too many downloads run, and `exhausted` for a third download of the account. */
  async send(accountId: string, reply: FastifyReply, { name, type, pieces }: Download): Promise<Readable> {
    const body = await this.open(accountId, pieces, reply);
    void reply.headers({ 'content-type': type, 'content-disposition': `attachment; filename="${name}"` });
    return body;
  }

  private open(accountId: string, pieces: AsyncGenerator<string>, reply: FastifyReply): Promise<Readable> {
    const opened = Promise.withResolvers<Readable>();
    const serve = async () => {
      const first = await pieces.next();
      const body = Readable.from(resumed(first, pieces), { highWaterMark: 1 });
      const closed = new Promise((resolve) => body.once('close', resolve));
      const cut = setTimeout(() => body.destroy(), LONGEST_MS);
      // Node logs a leak warning at more than ten listeners, and a streamed answer has ten of its own.
      reply.raw.setMaxListeners(reply.raw.getMaxListeners() + 1).once('close', () => body.destroy());
      if (reply.raw.destroyed) body.destroy();
      opened.resolve(body);
      await closed;
      clearTimeout(cut);
    };
    this.room.run(serve, accountId, AbortSignal.timeout(LONGEST_WAIT_MS)).catch(opened.reject);
    return opened.promise;
  }
}

async function* resumed(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
