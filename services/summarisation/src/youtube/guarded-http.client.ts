import { request, type Dispatcher } from 'undici';
import { isAllowedUrl } from './allowed-url.rule.js';
import { BodyTooLargeError, readBounded } from './bounded-body.js';
import { readHttpAnswer, type Fetched } from './http-outcome.rule.js';
import type { RequestPace } from './request-pace.js';

/** One call to make; `limitBytes` caps the body it may bring. */
export interface GuardedCall {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  limitBytes: number;
  dispatcher: Dispatcher;
  signal: AbortSignal;
}

function oneHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** The only way out to YouTube: allow-listed hosts, a bounded pace, one deadline per call, capped bodies, and redirects are an answer, never followed. */
export class GuardedHttpClient {
  constructor(
    private readonly baseUrl: string,
    private readonly callTimeoutMs: number,
    private readonly pace: RequestPace,
  ) {}

  /** Rejects only when the caller's own signal ended the call. */
  async fetch(url: URL, call: GuardedCall): Promise<Fetched> {
    if (!isAllowedUrl(url, this.baseUrl)) return { kind: 'failed', why: 'host_not_allowed', mayRetry: false };
    await this.pace.turn(call.signal);
    const deadline = AbortSignal.timeout(this.callTimeoutMs);
    const { limitBytes, signal, dispatcher, ...rest } = call;
    let answered = false;
    try {
      const response = await request(url, {
        ...rest,
        headers: { ...rest.headers, 'accept-encoding': 'gzip' },
        dispatcher,
        signal: AbortSignal.any([signal, deadline]),
      });
      answered = true;
      return readHttpAnswer({
        status: response.statusCode,
        location: oneHeader(response.headers.location),
        retryAfterSeconds: Number(oneHeader(response.headers['retry-after'])) || undefined,
        body: await readBounded(response.body, oneHeader(response.headers['content-encoding']), limitBytes),
      });
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted) return { kind: 'unreachable', why: 'timeout' };
      if (error instanceof BodyTooLargeError) return { kind: 'failed', why: 'too_large', mayRetry: false };
      if (answered) return { kind: 'failed', why: 'cut_off', mayRetry: true };
      return this.#connectionLost(error);
    }
  }

  /** A connection that broke is worth a second try; one that never came to be concerns every client alike. */
  #connectionLost(error: unknown): Fetched {
    const code = String((error as { code?: unknown } | null)?.code ?? '');
    const wasOpen = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code) || code.startsWith('HPE_');
    return wasOpen ? { kind: 'failed', why: 'reset', mayRetry: true } : { kind: 'unreachable', why: 'no_connection' };
  }
}
