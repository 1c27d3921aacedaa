import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated-api.js';
import { type Patience, patientFetch } from './patient-fetch.js';
import { PrecisError } from './precis-error.js';

export { PrecisError, type ErrorCode } from './precis-error.js';

/** Settings of a client. */
export interface PrecisOptions extends Partial<Patience> {
  /** The account's API key, which every call sends. */
  apiKey: string;
  /** Where the API is served, such as https://precis.example. */
  baseUrl: string;
  /** The name under which the usage by client shows your calls. */
  clientName?: string;
  /** Replaces the runtime's own fetch. */
  fetch?: (request: Request) => Promise<Response>;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, also while it waits for a retry. The method then throws the signal's reason. */
  signal?: AbortSignal;
}

/** Options of a call that may be charged. */
export interface PaidCallOptions extends CallOptions {
  /** Calls with the same key are charged once, also those of another process. Default: the client makes a key for its own retries. */
  idempotencyKey?: string;
}

type Ok<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Body } } } }
  ? Body
  : never;
type Sent<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : never;

type Summarise = paths['/api/youtube/summarize']['post'];
/** The client takes JSON answers only, so `format` is left out. */
export type SummaryRequest = Omit<Sent<Summarise>, 'format'>;
/** A summary with its sentences. Times and durations are in seconds. */
export type Summary = Ok<Summarise>['data'];
/** The answer of `info`: title, length in seconds and caption languages of a video. */
export type VideoInfo = Ok<paths['/api/youtube/info']['post']>['data'];
/** A job with its status. A completed job has a `result`, a failed one an `error`. */
export type Job = Ok<paths['/api/youtube/jobs/{id}']['get']>['data'];
/** A job that the API has just accepted. */
export type StartedJob = Pick<Job, 'job_id' | 'status' | 'created_at'>;
/** The answer of `usage`. Counts are in videos. */
export type UsageSummary = Ok<paths['/api/usage/summary']['get']>['data'];
/** One page of stored summaries. `next` is the cursor of the next page, or null on the last page. */
export type StoredSummaries = Ok<paths['/api/youtube/summaries']['get']>;
/** The API's record of one request: its status, its code, and whether it was charged. */
export type RequestReceipt = Ok<paths['/api/requests/{id}']['get']>['data'];
/** The answer of `deployment`: what the service at `baseUrl` offers. */
export type Deployment = Ok<paths['/api/info']['get']>;

const USUAL: Patience = { maxRetries: 2, maxWaitSeconds: 30, timeoutMs: 70_000 };

/** A client of Precis' public API. Every method throws PrecisError when the API refuses the call, or when no answer arrives. */
export class Precis {
  /** All operations by their paths, also those without a method here. Errors are returned as `error`, as openapi-fetch does. */
  readonly http: Client<paths>;

  constructor({ apiKey, baseUrl, clientName, fetch = globalThis.fetch, ...patience }: PrecisOptions) {
    this.http = createClient<paths>({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      fetch: patientFetch(fetch, { ...USUAL, ...patience }),
      headers: { 'x-api-key': apiKey, ...(clientName && { 'x-client-name': clientName }) },
    });
  }

  /** Costs one video on success. A repeat with the same key costs nothing. */
  async summarize(
    request: SummaryRequest,
    { signal, idempotencyKey = newKey() }: PaidCallOptions = {},
  ): Promise<Summary> {
    const params = { header: { 'Idempotency-Key': idempotencyKey } };
    const asked = this.http.POST('/api/youtube/summarize', { body: request, params, signal });
    return this.data<Summary>(asked, signal, idempotencyKey);
  }

  /**
   * Starts a summary as a job, which is charged when it is completed. In two cases the API starts no job and returns the summary itself: the request
   * has a `transcript`, or the key repeats a call whose job is no longer stored. `'job_id' in answer` tells a job from a summary.
   */
  async startJob(
    request: SummaryRequest,
    { signal, idempotencyKey = newKey() }: PaidCallOptions = {},
  ): Promise<StartedJob | Summary> {
    const params = { header: { 'Idempotency-Key': idempotencyKey, Prefer: 'respond-async' } };
    const asked = this.http.POST('/api/youtube/summarize', { body: request, params, signal });
    return this.data<StartedJob | Summary>(asked, signal, idempotencyKey);
  }

  /** The state of a job that `startJob` returned, with its summary when it is completed. Costs nothing. */
  async job(id: string, { signal }: CallOptions = {}): Promise<Job> {
    return this.data<Job>(this.http.GET('/api/youtube/jobs/{id}', { params: { path: { id } }, signal }), signal);
  }

  /** The title, the length and the caption languages of a video. Costs nothing. */
  async info(url: string, { signal }: CallOptions = {}): Promise<VideoInfo> {
    return this.data<VideoInfo>(this.http.POST('/api/youtube/info', { body: { url }, signal }), signal);
  }

  /** The used and remaining videos of the current month, and the counts of earlier months. */
  async usage({ signal }: CallOptions = {}): Promise<UsageSummary> {
    return this.data<UsageSummary>(this.http.GET('/api/usage/summary', { signal }), signal);
  }

  /** The stored summaries of the account, newest first; `next` of the answer is the cursor of the next page. */
  async summaries(
    query: { q?: string; cursor?: string; limit?: string } = {},
    { signal }: CallOptions = {},
  ): Promise<StoredSummaries> {
    return this.body<StoredSummaries>(this.http.GET('/api/youtube/summaries', { params: { query }, signal }), signal);
  }

  /** The record of a request, by the `requestId` of its error or by its X-Request-Id. */
  async request(id: string, { signal }: CallOptions = {}): Promise<RequestReceipt> {
    return this.data<RequestReceipt>(this.http.GET('/api/requests/{id}', { params: { path: { id } }, signal }), signal);
  }

  /** What the deployment offers: plans, payment methods, demo videos. Public: needs no credential. */
  async deployment({ signal }: CallOptions = {}): Promise<Deployment> {
    return this.body<Deployment>(this.http.GET('/api/info', { signal }), signal);
  }

  private async data<T>(asked: Promise<Asked>, signal?: AbortSignal, idempotencyKey?: string): Promise<T> {
    return (await this.body<{ data: T }>(asked, signal, idempotencyKey)).data;
  }

  private async body<T>(asked: Promise<Asked>, signal?: AbortSignal, idempotencyKey?: string): Promise<T> {
    const { response, data, error } = await asked.catch((cause: unknown) => {
      // A caller who aborts the call gets the reason that it gave.
      throw signal?.aborted ? cause : PrecisError.unanswered(cause, idempotencyKey);
    });
    if (!response.ok || data === undefined) throw PrecisError.of(response, error, idempotencyKey);
    return data as T;
  }
}

interface Asked {
  response: Response;
  data?: unknown;
  error?: unknown;
}

function newKey(): string {
  return crypto.randomUUID();
}
