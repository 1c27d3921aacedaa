import { HttpException } from '@nestjs/common';
import { DomainError, type ErrorKind } from '@precis/runtime/domain-error';

/** Limit, remaining units and unix second of the reset, of the limit that an answer speaks about. */
export interface LimitState {
  limit: number;
  remaining: number;
  resetAtSeconds: number;
}

/** An error answer: status, stable code and a sentence for people. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly publicMessage: string,
    readonly extra: {
      retryAfterSeconds?: number;
      limit?: LimitState;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(publicMessage, { cause: extra.cause });
    this.name = 'HttpProblem';
  }
}

const STATUS_OF: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  exhausted: 429,
  unavailable: 503,
};

const AWAY = 'The service is temporarily unavailable. Please try again.';
const CODE_OF_STATUS: Record<number, string> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'content_type_unsupported',
  431: 'headers_too_large',
};

/** Whatever was thrown -> the answer. The only place where errors become HTTP; an unknown one tells nothing but 500. */
export function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof DomainError) {
    // Our own secret was refused: that is no fault of the client's credential (decisions 3).
    if (error.code === 'caller_unknown' || error.code === 'caller_refused')
      return new HttpProblem(503, 'service_unavailable', AWAY, { retryAfterSeconds: 2, cause: error });
    return new HttpProblem(STATUS_OF[error.kind], error.code, error.publicMessage, {
      retryAfterSeconds: error.retryAfterSeconds ?? (error.kind === 'unavailable' ? 2 : undefined),
      limit: limitOf(error),
      cause: error,
    });
  }
  const status =
    error instanceof HttpException ? error.getStatus() : Number((error as { statusCode?: unknown })?.statusCode ?? 500);
  if (status === 413) return new HttpProblem(413, 'body_too_large', 'The request body is too large.');
  if (status === 404) return new HttpProblem(404, 'not_found', 'There is nothing at this address.');
  if (status >= 400 && status < 500)
    return new HttpProblem(status, CODE_OF_STATUS[status] ?? 'invalid_request', 'The request could not be read.');
  return new HttpProblem(500, 'internal_error', 'Something went wrong on our side. Please try again.', {
    cause: error,
  });
}

/** A limit that another service keeps: nothing is left of it until the caller may come back. */
function limitOf({ limit, retryAfterSeconds = 0 }: DomainError): LimitState | undefined {
  return limit === undefined
    ? undefined
    : { limit, remaining: 0, resetAtSeconds: Math.ceil(Date.now() / 1_000) + retryAfterSeconds };
}
