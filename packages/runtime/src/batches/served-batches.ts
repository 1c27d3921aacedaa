import { status } from '@grpc/grpc-js';
import type { Answer, Item, ServeRequest, ServeResponse } from '@precis/proto/batch/v1/batch';
import type { Histogram, Registry } from 'prom-client';
import { Observable, type Subscriber } from 'rxjs';
import { busy } from '../bulkhead.js';
import { DomainError } from '../domain-error.js';
import { isDatabaseAway, toGrpcError } from '../grpc-errors.js';
import type { Logger } from '../logger.js';
import { durationsOf, SERVER_FAULTS, servedSpan } from '../served-calls.js';

/** An RPC method whose calls a server receives in batches: how its items are decoded, and the work of a batch. */
export interface ServedMethod<Q> {
  /** Path of the unary method for the same work; spans and durations have its name. */
  path: string;
  decode(request: Uint8Array): Q;
  /**
   * Does the work of a batch and answers each item by its place as soon as it is decided. An answer, also an empty one, lets the caller send its next
   * batch, unless its `passes` is false. When the work rejects, unanswered items are refused with that error; the error of a single item goes to
   * `refuse`, so that it does not affect other callers.
   */
  work(
    requests: Q[],
    answer: (places: number[], responses: Uint8Array[], passes?: boolean) => void,
    refuse: (places: number[], error: unknown) => void,
  ): Promise<void>;
}

/** Upper bound of the batches in progress per stream. The work itself limits how many of them wait. */
const MOST_RUNNING = 5_000;
const MOST_ITEMS = 1_000;
/** Size of the answers in one message, unless a single answer is larger: a message above the receiver's limit would end the stream for everybody. */
const MESSAGE_BYTES = 1024 * 1024;

/** Serves the batches of all streams (batch.proto) in parallel. */
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

  /** The answers to one stream. It ends when its caller ends it, or at `close`, after everything read is answered. */
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
        if (running >= MOST_RUNNING || batch.items.length > MOST_ITEMS)
          return answers.next({ answers: refusals(batch.items, toGrpcError(busy(1)())), passed: batch.number });
        running++;
        // One turn of the event loop later: a process that was suspended reads a batch together with its cancellation, and must not begin it.
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

  /** Ends all streams, so that their callers go to another copy. Call it before the server waits for its calls to end. */
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
    let code = status.OK;
    const send = (answers: Answer[], passes = true) => {
      if (answers.length === 0 && !passes) return;
      for (const portion of portions(answers)) {
        to.next({ answers: portion, passed: passes ? passed : 0 });
        if (passes) passed = 0;
      }
    };
    const answer = (places: number[], responses: Uint8Array[], passes?: boolean) => {
      places.forEach((place) => left.delete(place));
      send(
        places.map((place, index) => ({ id: items[place].id, response: responses[index], refusal: undefined })),
        passes,
      );
    };
    const refuse = (places: number[], error: unknown) => {
      if (!(error instanceof DomainError) && !isDatabaseAway(error))
        this.logger.error({ err: error }, `rpc failed: ${path.slice(1)}`);
      places.forEach((place) => left.delete(place));
      const said = toGrpcError(error);
      code = said.code;
      send(
        refusals(
          places.map((place) => items[place]),
          said,
        ),
      );
    };
    const work = async () =>
      this.method.work(
        items.map(({ request }) => this.method.decode(request)),
        answer,
        refuse,
      );
    const refusal = await (span ? span.run(work) : work()).then(
      () => new Error('an item of a batch was left without an answer'),
      (error: unknown) => error,
    );
    if (left.size > 0) refuse([...left], refusal);
    else if (passed !== 0) send([]);
    this.durations.observe({ method: path.slice(1), code: status[code] }, (performance.now() - startedMs) / 1_000);
    span?.end({ 'rpc.grpc.status_code': code }, SERVER_FAULTS.has(code));
  }
}

/** Gives each item the error with which a unary call would have been refused. */
function refusals(items: Item[], { code, message, metadata }: ReturnType<typeof toGrpcError>): Answer[] {
  const facts = Object.fromEntries(Object.entries(metadata.getMap()).map(([key, value]) => [key, String(value)]));
  const refusal = { status: code, message, metadata: facts };
  return items.map(({ id }) => ({ id, response: new Uint8Array(), refusal }));
}

/** Returns at least one portion, which may be empty. */
function portions(answers: Answer[]): Answer[][] {
  const all: Answer[][] = [[]];
  let bytes = 0;
  for (const answer of answers) {
    if (bytes > 0 && bytes + answer.response.length > MESSAGE_BYTES) {
      all.push([]);
      bytes = 0;
    }
    all.at(-1)!.push(answer);
    bytes += answer.response.length;
  }
  return all;
}
