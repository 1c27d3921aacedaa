import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { docsUrl, type ErrorCode } from '@precis/error-codes/error-codes';
import { DomainError, type ErrorKind } from '@precis/runtime/domain-error';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestMetrics } from './observe-requests.js';
import { noteRefusal } from './noted-refusals.js';
import { policyOf, type RoutePolicy } from './route-policy.js';

/** Limit, remaining units and reset (unix seconds) of the limit that a response is about. */
export interface LimitState {
  limit: number;
  remaining: number;
  resetAtSeconds: number;
}

/** An error response: status, stable code and a sentence for people. */
export class HttpProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: ErrorCode,
    readonly publicMessage: string,
    readonly extra: {
      retryAfterSeconds?: number;
      limit?: LimitState;
      /** When a closed account is erased; its owner may still keep it (ACC-73). */
      erasedAt?: Date;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(publicMessage, { cause: extra.cause });
    this.name = 'HttpProblem';
  }
}

/** The HTTP status of each kind of refusal (API-14). */
const STATUS_OF: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  exhausted: 429,
  unavailable: 503,
};

/** Makes the error of a client that has gone; nobody reads it. */
export function connectionLost(): HttpProblem {
  return new HttpProblem(400, 'connection_lost', 'The connection was lost.');
}

const AWAY = 'The service is temporarily unavailable. Please try again.';
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'invalid_request',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'content_type_unsupported',
  431: 'headers_too_large',
};

/** Turns anything thrown into the response. Errors become HTTP only here; for an unexpected one the client gets a plain 500. */
export function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof DomainError) {
    // A service refused the gateway's own secret. The client's credential may be good, and 401 would end its session (ACC-22).
    if (error.code === 'caller_unknown' || error.code === 'caller_refused')
      return new HttpProblem(503, 'service_unavailable', AWAY, { retryAfterSeconds: 2, cause: error });
    // Waiting does not resolve this conflict with an earlier request (RFC draft of Idempotency-Key).
    const status = error.code === 'idempotency_key_reused' ? 422 : STATUS_OF[error.kind];
    return new HttpProblem(status, error.code, error.publicMessage, {
      retryAfterSeconds: error.retryAfterSeconds ?? (error.kind === 'unavailable' ? 2 : undefined),
      limit: limitOf(error),
      erasedAt: error.erasedAt,
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

/** The limit that another service enforces: nothing remains until the caller may come back. */
function limitOf({ limit, retryAfterSeconds = 0 }: DomainError): LimitState | undefined {
  return limit === undefined
    ? undefined
    : { limit, remaining: 0, resetAtSeconds: Math.ceil(Date.now() / 1_000) + retryAfterSeconds };
}

/**
 * Builds the body of an error response: `{error, status_code, code, request_id, docs_url}`, and with 429 the limit that refused (API-9). `docs_url`
 * is the section of the code in the documentation (API-28). The private API adds `success: false` (API-10). Payment sessions repeat the text as
 * `detail` (API-11). A closed account has its time of erasure as `erased_at` (ACC-73).
 */
export function errorBody(
  problem: HttpProblem,
  requestId: string,
  { api, tellsDetail }: Pick<RoutePolicy, 'api' | 'tellsDetail'>,
  publicUrl: string,
): Record<string, unknown> {
  const { limit, erasedAt } = problem.extra;
  return {
    ...(api === 'private' ? { success: false } : {}),
    error: problem.publicMessage,
    ...(tellsDetail ? { detail: problem.publicMessage } : {}),
    status_code: problem.status,
    code: problem.code,
    request_id: requestId,
    docs_url: docsUrl(publicUrl, problem.code),
    ...(erasedAt ? { erased_at: erasedAt.toISOString() } : {}),
    ...(problem.status === 429 && limit
      ? { limit: limit.limit, remaining: limit.remaining, reset: limit.resetAtSeconds }
      : {}),
  };
}

/** Answers every error of every route and hook with the specified body. */
@Catch()
export class HttpErrors implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: RequestMetrics,
    @Inject(GATEWAY_CONFIG) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const problem = this.note(error, request);
    // RFC 9110 15.5.2: a 401 names the scheme.
    if (problem.status === 401) void reply.header('www-authenticate', 'Bearer realm="precis"');
    if (problem.extra.headers) void reply.headers(problem.extra.headers);
    if (problem.extra.retryAfterSeconds !== undefined)
      void reply.header('retry-after', Math.ceil(problem.extra.retryAfterSeconds));
    void reply
      .status(problem.status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(this.bodyOf(problem, request));
  }

  /** Builds the body of the response to this request. */
  bodyOf(problem: HttpProblem, request: FastifyRequest): Record<string, unknown> {
    return errorBody(problem, request.id, policyOf(request), this.config.PUBLIC_URL);
  }

  /** Counts an error, which must happen once per response, and logs it when its status is 500 or more. Returns the problem to answer with. */
  note(error: unknown, request: FastifyRequest): HttpProblem {
    const problem = toProblem(error);
    noteRefusal(request, { status: problem.status, code: problem.code });
    this.metrics.refused(problem.status, problem.code);
    if (problem.status >= 500) this.log(error, problem, request.id);
    return problem;
  }

  /** Logs an unexpected error (500) with its stack trace, and every other status from 501 as one line with the text that the client gets. */
  private log(error: unknown, problem: HttpProblem, requestId: string): void {
    const facts = { requestId, status: problem.status, code: problem.code };
    // A probe asks every second while a process starts, and its response already has the message.
    if (problem.code === 'not_ready') this.logger.debug(facts, 'not ready');
    else if (problem.status === 500) this.logger.error({ err: error, ...facts }, 'request failed');
    else this.logger.warn(facts, 'request refused');
  }
}
