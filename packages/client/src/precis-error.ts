import type { components } from './generated-api.js';

/** The codes of GET /api/errors. A newer server may send others. */
export type ErrorCode = components['schemas']['PublicError']['code'];

interface ErrorFields {
  /** HTTP status; 0 when the call got no answer. */
  status: number;
  /** The API's code. When the answer has none, or none arrived: `unavailable` or `invalid_request`. */
  code: ErrorCode;
  /** The API's sentence for people; without one, the client's own. */
  message: string;
  /** The id of the request at the API; empty when it is unknown. */
  requestId: string;
  /** Where the documentation explains the code; empty when it is unknown. */
  docsUrl: string;
  /** How long the API asks to wait; undefined when it does not say so. */
  retryAfterSeconds?: number;
  /** With 429: the limit that refused the call. */
  limit?: { limit: number; remaining: number; resetAt: Date };
  /** The key that the call was sent with. A repeat with this key is not charged twice. */
  idempotencyKey?: string;
  cause?: unknown;
}

/**
 * A refusal by the API, or a call without an answer, which has the `cause` and no `requestId`. GET /api/requests/{id} returns the record of a
 * refusal, by `requestId`.
 */
export class PrecisError extends Error implements ErrorFields {
  readonly status: number;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly docsUrl: string;
  readonly retryAfterSeconds?: number;
  readonly limit?: ErrorFields['limit'];
  readonly idempotencyKey?: string;

  constructor({ message, cause, ...fields }: ErrorFields) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PrecisError';
    ({
      status: this.status,
      code: this.code,
      requestId: this.requestId,
      docsUrl: this.docsUrl,
      retryAfterSeconds: this.retryAfterSeconds,
      limit: this.limit,
      idempotencyKey: this.idempotencyKey,
    } = fields);
  }

  /** Creates the error from an answer. An answer that is not JSON comes from something in front of the API, such as a proxy. */
  static of(response: Response, body: unknown, idempotencyKey?: string): PrecisError {
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
      idempotencyKey,
    });
  }

  /** Creates the error of a call whose answer never arrived: the call may have had its effect. */
  static unanswered(cause: unknown, idempotencyKey?: string): PrecisError {
    const message = `The call got no answer: ${cause instanceof Error ? cause.message : String(cause)}`;
    return new PrecisError({
      status: 0,
      code: 'unavailable',
      message,
      requestId: '',
      docsUrl: '',
      idempotencyKey,
      cause,
    });
  }
}

type Body = components['schemas']['PublicError'];

/** The seconds of Retry-After; undefined without one, and for a date, which this API never sends. */
export function retryAfterOf(response: Response): number | undefined {
  const text = response.headers.get('retry-after') ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
