import { type Asker, clientHeaders } from './asked-by.js';
import { ApiFailed, failureOf } from './api-failed.js';
import { readEvents, type ServerEvent } from './event-reader.js';

/** Where the API is, and which version of this package calls it. */
export interface ApiPlace {
  /** Where calls go; for the remote server this is the gateway's address inside the deployment. */
  apiUrl: string;
  version: string;
}

/** One call. `deadlineMs` bounds the whole call; `signal` is aborted when its caller stops waiting. */
export interface ApiCall {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: object;
  headers?: Record<string, string>;
  deadlineMs: number;
  signal: AbortSignal;
}

/** A successful answer of the API, as JSON. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Longer than a transcript of a whole day. */
const MAX_ANSWER_BYTES = 16_000_000;

/** A client of the public HTTP API that uses its caller's key. It uses no other interface of the product (MCP-1). */
export class PrecisApi {
  constructor(
    private readonly place: ApiPlace,
    private readonly asker: Asker,
  ) {}

  /** Throws ApiFailed, or the reason of `signal` if it was aborted. */
  async call(call: ApiCall): Promise<ApiAnswer> {
    return this.within(call, async (signal) => {
      const response = await this.send(call, signal);
      const body = await readJson(response);
      if (!response.ok) throw failureOf(response.status, response.headers, body);
      return { status: response.status, headers: response.headers, body: body as Record<string, unknown> };
    });
  }

  /**
   * Reads the answer as events. Closing the connection before the end cancels the work and gives its unit back (SUM-16). Each event goes
   * to `onEvent`; a result other than undefined ends the reading.
   */
  async stream<T>(call: ApiCall, onEvent: (event: ServerEvent) => T | undefined): Promise<T> {
    const headers = { ...call.headers, accept: 'text/event-stream' };
    return this.within({ ...call, headers }, async (signal) => {
      const response = await this.send({ ...call, headers }, signal);
      if (!response.ok) throw failureOf(response.status, response.headers, await readJson(response));
      for await (const event of readEvents(response, MAX_ANSWER_BYTES)) {
        const end = onEvent(event);
        if (end !== undefined) return end;
      }
      throw new ApiFailed(0, 'connection_lost', 'The connection broke before the summary was whole.');
    });
  }

  /** A connection that is not read to its end is closed. */
  private async within<T>(call: ApiCall, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    call.signal.throwIfAborted();
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(new DeadlineMissed()), call.deadlineMs);
    try {
      return await run(AbortSignal.any([over.signal, call.signal]));
    } catch (error) {
      call.signal.throwIfAborted();
      if (over.signal.aborted) throw over.signal.reason as Error;
      if (error instanceof ApiFailed) throw error;
      throw new ApiFailed(0, 'unreachable', causeOf(error));
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  private send({ method, path, body, headers }: ApiCall, signal: AbortSignal): Promise<Response> {
    const { apiKey, client, address } = this.asker;
    if (apiKey === undefined) throw new ApiFailed(401, 'api_key_missing', 'No API key is set.');
    return fetch(`${this.place.apiUrl}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...headers,
        authorization: `Bearer ${apiKey}`,
        ...clientHeaders(client, this.place.version),
        ...(address !== undefined && { 'x-forwarded-for': address }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
      // No redirects: the key must reach this address only.
      redirect: 'error',
      signal,
    });
  }
}

/** A call missed its deadline. */
export class DeadlineMissed extends ApiFailed {
  constructor() {
    super(0, 'no_answer_in_time', 'The service did not answer in time.');
  }
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > MAX_ANSWER_BYTES) throw new ApiFailed(0, 'answer_too_long', 'The answer was too long.');
    chunks.push(chunk as Uint8Array);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    if (response.ok) throw new ApiFailed(0, 'not_the_api', 'This address did not answer as the Precis API does.');
    return undefined;
  }
}

/** The error of `fetch` says only that it failed; the reason is in its cause. */
function causeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return `The service could not be reached (${cause?.code ?? cause?.message ?? message}).`;
}
