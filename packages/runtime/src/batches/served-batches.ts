import { status } from '@grpc/grpc-js';
import type { Answer, ServeRequest, ServeResponse } from '@precis/proto/batch/v1/batch';
import type { Histogram, Registry } from 'prom-client';
import { Observable, type Subscriber } from 'rxjs';
import { DomainError } from '../domain-error.js';
import { isDatabaseAway, toGrpcError } from '../grpc-errors.js';
import type { Logger } from '../logger.js';
import { durationsOf, OURS, servedSpan } from '../served-calls.js';

/** What the items of a batch are, on the side that does the work. */
export interface ServedMethod<Q> {
  /** Path of the unary method that does the same work: spans and durations have its name. */
  path: string;
  decode(request: Uint8Array): Q;
  /**
   * Does the work of a batch and answers as soon as something is decided, each item by its place. The first answer, which may be of none,
   * lets the caller send its next batch. What it leaves without an answer when it rejects is refused with that.
   */
  work(requests: Q[], answer: (places: number[], responses: Uint8Array[]) => void): Promise<void>;
}

/** A gateway has two under way, and beside them what waits for somebody else, which the work bounds. */
const MOST_RUNNING = 5_000;
const MOST_ITEMS = 1_000;

/** Serves the batches of all streams (batch.proto), beside each other. */
export class ServedBatches<Q> {
  private readonly durations: Histogram<'method' | 'code'>;
  private readonly stops = new Set<() => void>();
  private closing = false;

  constructor(
    private readonly method: ServedMethod<Q>,
    metrics: Registry,
    private readonly logger: Logger,
  ) {
    this.durations = durationsOf(metrics);
  }

  /** The answers to one stream. It ends when its caller ends it, or at `close`, once all that was read is answered. */
  serve(requests: Observable<ServeRequest>): Observable<ServeResponse> {
    return new Observable((answers) => {
      let running = 0;
      let over = this.closing;
      const settle = () => {
        if (over && running === 0) answers.complete();
      };
      const stop = () => {
        over = true;
        settle();
      };
      const next = (batch: ServeRequest) => {
        if (over) return;
        if (++running > MOST_RUNNING || batch.items.length > MOST_ITEMS)
          return answers.error({ code: status.RESOURCE_EXHAUSTED, message: 'too much at once' });
        // A turn later, as for unary calls: a process that stood still reads a batch together with its cancellation.
        setImmediate(async () => {
          if (!answers.closed) await this.run(batch, answers);
          running--;
          settle();
        });
      };
      const reading = requests.subscribe({ next, complete: stop, error: stop });
      this.stops.add(stop);
      settle();
      return () => {
        this.stops.delete(stop);
        reading.unsubscribe();
      };
    });
  }

  /** Ends all streams: their callers go to another copy. To be called before the server waits for its calls to end. */
  close(): void {
    this.closing = true;
    for (const stop of this.stops) stop();
  }

  private async run({ number, items, traceparent }: ServeRequest, to: Subscriber<ServeResponse>): Promise<void> {
    const startedMs = performance.now();
    const { path } = this.method;
    const span = servedSpan(path, traceparent === '' ? undefined : traceparent);
    const left = new Set(items.keys());
    let passed = number;
    const send = (answers: Answer[]) => {
      to.next({ answers, passed });
      passed = 0;
    };
    const answer = (places: number[], responses: Uint8Array[]) => {
      places.forEach((place) => left.delete(place));
      send(places.map((place, index) => ({ id: items[place].id, response: responses[index], refusal: undefined })));
    };
    const work = async () =>
      this.method.work(
        items.map(({ request }) => this.method.decode(request)),
        answer,
      );
    const refusal = await (span ? span.run(work) : work()).then(
      () => new Error('an item of a batch was left without an answer'),
      (error: unknown) => error,
    );
    let code = status.OK;
    if (left.size > 0) {
      if (!(refusal instanceof DomainError) && !isDatabaseAway(refusal))
        this.logger.error({ err: refusal }, 'rpc failed');
      const { message, metadata, ...said } = toGrpcError(refusal);
      code = said.code;
      const facts = Object.fromEntries(Object.entries(metadata.getMap()).map(([key, value]) => [key, String(value)]));
      const refused = { status: code, message, metadata: facts };
      send([...left].map((place) => ({ id: items[place].id, response: new Uint8Array(), refusal: refused })));
    } else if (passed !== 0) send([]);
    this.durations.observe({ method: path.slice(1), code: status[code] }, (performance.now() - startedMs) / 1_000);
    span?.end({ 'rpc.grpc.status_code': code }, OURS.has(code));
  }
}
