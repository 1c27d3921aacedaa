import { Injectable, Optional } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { RefundCharge } from '../admission/refund-charge.usecase.js';
import type { MeteredRequest } from '../admission/call-facts.js';
import { type MeteredAnswer, RunMeteredCall } from '../admission/run-metered-call.usecase.js';
import { EventStream } from '../http/event-stream.js';
import { connectionLost, HttpErrors, type LimitState } from '../http/http-problem.js';
import { contextOf } from '../http/request-context.js';
import { OpenStreams } from './open-streams.js';
import { piecesOf, READING } from './summary-events.js';

/** The longest time that a client may take to read its events; shorter than the drain of a stopping gateway. */
const WRITING_LIMIT_MS = 15_000;

/**
 * Streams a summary as server-sent events (SUM-16). The call is charged before the first sentence is sent, and refunded unless that sentence was
 * sent and no error followed. When a client disconnects before the charge, the work is abandoned and its unit given back.
 *
 * If the process is killed before the charge, the reservation expires with its lease. If it is killed after the charge, the call stays charged even
 * when no sentence was sent, like a plain call whose answer is lost (row G in ARCHITECTURE.md). A repeat with its Idempotency-Key streams the
 * result at no cost.
 */
@Injectable()
export class StreamSummary {
  constructor(
    private readonly meteredCall: RunMeteredCall,
    private readonly refund: RefundCharge,
    private readonly errors: HttpErrors,
    private readonly open: OpenStreams,
    @Optional() private readonly writingLimitMs = WRITING_LIMIT_MS,
  ) {}

  /** Resolves with the answer's body once the call is charged or can no longer be refused. Throws a refusal that comes before that. */
  async execute(call: MeteredRequest, request: FastifyRequest, reply: FastifyReply): Promise<EventStream> {
    const left = whenGone(request, reply);
    await turnOf(reply, left);
    const { begun, answer } = this.begin(call, left);
    const first = await Promise.race([begun, answer]);
    const isWorking = !('result' in first);
    contextOf(request).quota = isWorking ? first : first.quota;
    if (!isWorking && first.replayed) void reply.header('idempotency-replayed', 'true');
    // Stops proxies from buffering the events, and lets a drain end without waiting for an idle connection.
    void reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no', connection: 'close' });

    const events = new EventStream();
    if (left.aborted) events.destroy();
    else left.addEventListener('abort', () => events.destroy());
    this.open.add(this.tell(events, isWorking, answer, call, request));
    // Nest treats an ended body as an internal error: each client that left early would be counted and logged as a 500.
    left.throwIfAborted();
    return events;
  }

  private begin(call: MeteredRequest, left: AbortSignal) {
    let answer!: Promise<MeteredAnswer>;
    const begun = new Promise<LimitState>((resolve) => {
      answer = this.meteredCall.execute(call, { left, begun: resolve });
    });
    return { begun, answer };
  }

  /** Sends the events of the call, or its error, and ends the stream. Never rejects. */
  private async tell(
    events: EventStream,
    isWorking: boolean,
    answer: Promise<MeteredAnswer>,
    { form, largeBody }: MeteredRequest,
    request: FastifyRequest,
  ): Promise<void> {
    try {
      if (isWorking) void events.send(READING);
      await this.write(events, await answer, { form, largeBody }, request.raw.socket);
    } catch (error) {
      if (events.destroyed) return;
      const problem = this.errors.note(error, request);
      await events.send({ event: 'error', data: this.errors.bodyOf(problem, request) });
    }
    events.end();
  }

  private async write(
    events: EventStream,
    answer: MeteredAnswer,
    { form, largeBody }: Pick<MeteredRequest, 'form' | 'largeBody'>,
    socket: Socket,
  ): Promise<void> {
    const cut = setTimeout(() => socket.destroy(), this.writingLimitMs);
    socket.once('close', () => clearTimeout(cut));
    let isFirstSent = false;
    try {
      for (const piece of piecesOf(answer, form.timestamps)) {
        if (await events.send(...piece)) isFirstSent = true;
        else if (isFirstSent) return;
        else throw connectionLost();
      }
    } catch (error) {
      const reason = isFirstSent ? 'the stream failed' : 'the client left before the first sentence';
      if (answer.charge) await this.refund.execute(answer.charge, reason);
      largeBody?.cost.countUncharged();
      throw error;
    }
  }
}

/**
 * Aborts when the answer was sent or its connection closed. An answer that waits for earlier ones on its connection never reports the close itself.
 */
function whenGone({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): AbortSignal {
  const control = new AbortController();
  const gone = () => {
    if (control.signal.aborted) return;
    socket.off('close', gone).setMaxListeners(socket.getMaxListeners() - 1);
    control.abort(connectionLost());
  };
  // Node logs a leak warning at more than ten listeners. A streamed answer has ten of its own, and any number of answers may wait on one connection.
  raw.setMaxListeners(raw.getMaxListeners() + 1).once('close', gone);
  socket.setMaxListeners(socket.getMaxListeners() + 1).on('close', gone);
  return control.signal;
}

/**
 * Settles when all earlier answers of the connection were sent, because only then does the answer own the socket. Anything written earlier waits in
 * this process, and would be paid for as sent although the client may never receive it.
 */
function turnOf({ raw }: FastifyReply, left: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (left.aborted) return reject(left.reason as Error);
    if (raw.socket) return resolve();
    raw.once('socket', () => resolve());
    left.addEventListener('abort', () => reject(left.reason as Error));
  });
}
