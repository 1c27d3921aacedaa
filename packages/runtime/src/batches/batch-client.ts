import { type Client, type ServiceError, status } from '@grpc/grpc-js';
import { type Answer, BatchServiceService, type ServeResponse } from '@precis/proto/batch/v1/batch';
import { busy } from '../bulkhead.js';
import { callerMetadata, type GrpcTarget, openChannel } from '../grpc-client.js';
import { fromGrpcError } from '../grpc-errors.js';
import { pause } from '../pause.js';
import { activeTrace } from '../tracing/active-trace.js';
import { beginBatch } from '../tracing/client-call.js';
import { formatTraceparent } from '../tracing/traceparent.js';
import { type Batch, type BatchedMethod, type Entry, failure, LIMITS, type Stream } from './batch-stream.js';
import { BatchTurns, type SentBatch } from './batch-turns.js';

const MOST_ITEMS = 500;
/** How long calls are made without a stream after a service refused one: it may be a copy of the previous release. */
const UNARY_FOR_MS = 10_000;
const REPEAT_JITTER_MS = 50;

/**
 * Calls a service over one long-lived stream, in batches that form by themselves. Only for idempotent calls: calls that a broken stream leaves
 * unanswered are repeated over another stream.
 */
export class BatchClient<Q, R> {
  private readonly limits: typeof LIMITS;
  private readonly channel: Client;
  private waiting: Entry<Q, R>[] = [];
  private stream?: Stream<Q, R>;
  private readonly streams = new Set<Stream<Q, R>>();
  private readonly turns: BatchTurns;
  private open = 0;
  private isPlanned = false;
  private isClosed = false;
  private unaryUntilMs = 0;

  constructor(
    private readonly target: GrpcTarget,
    private readonly method: BatchedMethod<Q, R>,
    limits: Partial<typeof LIMITS> = {},
  ) {
    this.limits = { ...LIMITS, ...limits };
    this.turns = new BatchTurns(this.limits.holdsBackMs, () => this.flush());
    this.channel = openChannel(target);
  }

  /** Throws `busy` when so many calls are open that no new work may begin. */
  requireRoom(): void {
    if (this.open >= this.limits.mostOpen) throw busy(1)();
  }

  /** Rejects with `busy` when far too many calls are open, and with the error of the service or the transport. */
  ask(request: Q): Promise<R> {
    if (this.open >= 2 * this.limits.mostOpen) return Promise.reject(busy(1)());
    if (this.isClosed) return Promise.reject(fromGrpcError(failure(status.CANCELLED, 'the client was closed')));
    return new Promise((resolve, reject) => {
      const entry = {
        request,
        bytes: this.method.encode(request),
        trace: activeTrace(),
        askedMs: performance.now(),
        repeats: 0,
        resolve,
        reject,
      };
      this.open++;
      this.waiting.push(entry);
      this.plan();
    });
  }

  close(): void {
    this.isClosed = true;
    this.turns.close();
    for (const stream of this.streams) {
      stream.call.cancel();
      this.end(stream, failure(status.CANCELLED, 'the client was closed'));
    }
    this.waiting.splice(0).forEach((entry) => this.fail(entry, failure(status.CANCELLED, 'the client was closed')));
    this.channel.close();
  }

  /** The calls of one turn of the event loop are sent together, with those that had to wait. */
  private plan(): void {
    if (this.isPlanned || this.turns.isWaiting) return;
    this.isPlanned = true;
    setImmediate(() => {
      this.isPlanned = false;
      this.flush();
    });
  }

  private flush(): void {
    while (this.waiting.length > 0 && !this.isClosed) {
      const nowMs = performance.now();
      if (this.turns.mustWait(nowMs)) return;
      const taken = this.waiting.splice(0, MOST_ITEMS);
      const timely = taken.filter((entry) => !this.isLate(entry, nowMs));
      for (const entry of taken)
        if (this.isLate(entry, nowMs)) this.fail(entry, failure(status.DEADLINE_EXCEEDED, 'waited too long'));
      if (timely.length === 0) continue;
      if (nowMs < this.unaryUntilMs) void this.sendUnary(timely);
      else this.send(timely);
    }
  }

  private isLate({ askedMs }: Entry<Q, R>, nowMs = performance.now()): boolean {
    return nowMs - askedMs >= this.limits.deadlineMs;
  }

  private send(entries: Entry<Q, R>[]): void {
    const stream = this.current();
    const span = beginBatch(
      this.target.caller,
      this.method.path,
      entries.map(({ trace }) => trace),
    );
    const batch: Batch<Q, R> = {
      number: ++stream.lastNumber,
      entries: new Map(entries.map((entry) => [++stream.lastId, entry])),
      sentMs: performance.now(),
      timer: undefined,
      span,
    };
    this.turns.begin(batch);
    stream.batches.push(batch);
    this.lookLater(stream, batch);
    stream.call.write({
      number: batch.number,
      items: [...batch.entries].map(([id, { bytes }]) => ({ id, request: bytes })),
      traceparent: span ? formatTraceparent(span.spanContext) : '',
    });
  }

  private async sendUnary(entries: Entry<Q, R>[]): Promise<void> {
    const batch: SentBatch = { sentMs: performance.now() };
    this.turns.begin(batch);
    try {
      const responses = await this.method.unary(entries.map(({ request }) => request));
      // An unanswered call may have been done, so its caller gets the error of a lost answer.
      if (responses.length !== entries.length)
        throw new Error(`${this.method.path} answered ${entries.length} items with ${responses.length}`);
      entries.forEach((entry, index) => {
        const end = responses[index];
        if (end.status === 'fulfilled') this.succeed(entry, end.value);
        else this.fail(entry, end.reason);
      });
    } catch (error) {
      entries.forEach((entry) => this.fail(entry, error));
    }
    this.turns.pass(batch);
    this.flush();
  }

  private current(): Stream<Q, R> {
    const nowMs = performance.now();
    const { stream } = this;
    if (stream && !stream.over && nowMs - stream.openedMs < this.limits.streamAgeMs) return stream;
    // The service ends the stream after it has answered everything.
    if (stream && !stream.over) stream.call.end();
    return (this.stream = this.connect(nowMs));
  }

  private connect(nowMs: number): Stream<Q, R> {
    const { path, requestSerialize, responseDeserialize } = BatchServiceService.serve;
    const call = this.channel.makeBidiStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      callerMetadata(this.target),
    );
    const stream: Stream<Q, R> = {
      call,
      openedMs: nowMs,
      heardMs: -1,
      batches: [],
      lastNumber: 0,
      lastId: 0,
      over: false,
    };
    this.streams.add(stream);
    call.on('data', (response: ServeResponse) => this.hear(stream, response));
    call.on('error', (error: ServiceError) => this.end(stream, error));
    call.on('end', () =>
      this.end(stream, failure(status.UNAVAILABLE, 'the stream ended'), this.limits.mostRepeats.ended),
    );
    return stream;
  }

  private hear(stream: Stream<Q, R>, { answers, passed }: ServeResponse): void {
    stream.heardMs = performance.now();
    for (const answer of answers) this.settle(stream, answer);
    const batch = stream.batches.find(({ number }) => number === passed);
    if (batch) this.turns.pass(batch);
    const answered = stream.batches.filter(({ entries }) => entries.size === 0);
    for (const one of answered) this.finish(stream, one, status.OK);
    this.flush();
  }

  private settle(stream: Stream<Q, R>, { id, response, refusal }: Answer): void {
    for (const { entries } of stream.batches) {
      const entry = entries.get(id);
      if (!entry) continue;
      entries.delete(id);
      if (refusal) return this.fail(entry, failure(refusal.status, refusal.message, refusal.metadata));
      try {
        return this.succeed(entry, this.method.decode(response));
      } catch (error) {
        return this.fail(entry, error);
      }
    }
  }

  private finish(stream: Stream<Q, R>, batch: Batch<Q, R>, code: status): void {
    clearTimeout(batch.timer);
    const index = stream.batches.indexOf(batch);
    if (index >= 0) stream.batches.splice(index, 1);
    this.turns.pass(batch);
    batch.span?.end({ 'rpc.grpc.status_code': code }, code !== status.OK);
  }

  /** Sets the batch's timer to the moment at which its stream is silent for too long, or the time of its first call is over. */
  private lookLater(stream: Stream<Q, R>, batch: Batch<Q, R>): void {
    const silentMs = Math.max(stream.heardMs, batch.sentMs) + this.limits.silenceMs;
    const endMs = Math.min(...Array.from(batch.entries.values(), ({ askedMs }) => askedMs)) + this.limits.deadlineMs;
    const waitMs = Math.max(1, Math.min(silentMs, endMs) - performance.now());
    // After a pause of this process timers run first. The answers that came meanwhile must be read before the look.
    batch.timer = setTimeout(() => setImmediate(() => this.look(stream, batch)), waitMs);
  }

  /**
   * Looks at a batch that is still open. A service whose stream is silent for too long is treated as dead: the stream ends with all its calls. One that
   * answers other calls of the stream is only slow: each unanswered call fails when its own time is over, and its batch holds back no other.
   */
  private look(stream: Stream<Q, R>, batch: Batch<Q, R>): void {
    if (!stream.batches.includes(batch)) return;
    const nowMs = performance.now();
    if (nowMs - Math.max(stream.heardMs, batch.sentMs) >= this.limits.silenceMs) {
      stream.call.cancel();
      return this.end(stream, failure(status.DEADLINE_EXCEEDED, `silent for ${this.limits.silenceMs} ms`));
    }
    const late = [...batch.entries].filter(([, entry]) => this.isLate(entry, nowMs));
    for (const [id, entry] of late) {
      batch.entries.delete(id);
      this.fail(entry, failure(status.DEADLINE_EXCEEDED, `no answer within ${this.limits.deadlineMs} ms`));
    }
    if (late.length > 0) this.turns.pass(batch);
    if (batch.entries.size > 0) this.lookLater(stream, batch);
    else this.finish(stream, batch, status.DEADLINE_EXCEEDED);
    this.flush();
  }

  /**
   * Ends a stream, and repeats its unanswered calls over another one, each at most `mostRepeats` times. Such a call may have been done already; then
   * its repeat gets the earlier decision.
   */
  private end(stream: Stream<Q, R>, error: ServiceError, mostRepeats = this.limits.mostRepeats.broken): void {
    if (stream.over) return;
    stream.over = true;
    this.streams.delete(stream);
    const isUnknown = error.code === status.UNIMPLEMENTED;
    if (isUnknown) this.unaryUntilMs = performance.now() + UNARY_FOR_MS;
    const again: Entry<Q, R>[] = [];
    for (const batch of stream.batches.splice(0)) {
      this.finish(stream, batch, error.code);
      for (const entry of batch.entries.values()) {
        if (this.isClosed || this.isLate(entry) || (!isUnknown && entry.repeats >= mostRepeats))
          this.fail(entry, error);
        else again.push(entry);
      }
    }
    if (isUnknown) this.repeat(again);
    else {
      again.forEach((entry) => entry.repeats++);
      void pause(Math.random() * REPEAT_JITTER_MS).then(() => this.repeat(again));
    }
    this.flush();
  }

  private repeat(entries: Entry<Q, R>[]): void {
    this.waiting.unshift(...entries);
    if (this.isClosed) this.close();
    else this.flush();
  }

  private succeed(entry: Entry<Q, R>, response: R): void {
    this.open--;
    entry.resolve(response);
  }

  private fail(entry: Entry<Q, R>, error: unknown): void {
    this.open--;
    entry.reject(
      error instanceof Error && 'code' in error && 'metadata' in error ? fromGrpcError(error as never) : error,
    );
  }
}
