import type { components } from './generated-api.js';

/** The codes of GET /api/errors. A newer server may send others. */
export type ErrorCode = components['schemas']['PublicError']['code'];

interface ErrorFields {
  status: number;
  code: ErrorCode;
  message: string;
  requestId: string;
  docsUrl: string;
  retryAfterSeconds?: number;
  /** With 429: the limit that refused the call. */
  limit?: { limit: number; remaining: number; resetAt: Date };
}

/** A refusal by the API. GET /api/requests/{id} returns its record, by `requestId`. */
export class PrecisError extends Error implements ErrorFields {
  readonly status: number;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly docsUrl: string;
  readonly retryAfterSeconds?: number;
  readonly limit?: ErrorFields['limit'];

  constructor({ message, ...fields }: ErrorFields) {
    super(message);
    this.name = 'PrecisError';
    ({
      status: this.status,
      code: this.code,
      requestId: this.requestId,
      docsUrl: this.docsUrl,
      retryAfterSeconds: this.retryAfterSeconds,
      limit: this.limit,
    } = fields);
  }

  /** Creates the error from an answer. An answer that is not JSON comes from something in front of the API, such as a proxy. */
  static of(response: Response, body: unknown): PrecisError {
    const said = (typeof body === 'object' && body !== null ? body : {}) as Partial<Body>;
    const { limit, remaining = 0, reset = 0 } = said;
    return new PrecisError({
      status: response.status,
      code: said.code ?? (response.status >= 500 ? 'unavailable' : 'invalid_request'),
      message: said.error ?? `The server answered ${response.status}.`,
      requestId: said.request_id ?? response.headers.get('x-request-id') ?? '',
      docsUrl: said.docs_url ?? '',
      retryAfterSeconds: retryAfterOf(response),
      limit: limit === undefined ? undefined : { limit, remaining, resetAt: new Date(reset * 1_000) },
    });
  }
}

type Body = components['schemas']['PublicError'];

/** The seconds of Retry-After; undefined without one, and for a date, which this API never sends. */
export function retryAfterOf(response: Response): number | undefined {
  const text = response.headers.get('retry-after') ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
