import type { ErrorCode } from '@precis/error-codes/error-codes';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { DomainError, type ErrorKind } from './domain-error.js';

const STATUS_OF: Record<ErrorKind, status> = {
  invalid: status.INVALID_ARGUMENT,
  unauthenticated: status.UNAUTHENTICATED,
  forbidden: status.PERMISSION_DENIED,
  not_found: status.NOT_FOUND,
  conflict: status.FAILED_PRECONDITION,
  exhausted: status.RESOURCE_EXHAUSTED,
  unavailable: status.UNAVAILABLE,
};
const KIND_OF = new Map(Object.entries(STATUS_OF).map(([kind, code]) => [code, kind as ErrorKind]));
const CODE_KEY = 'precis-code';
const RETRY_KEY = 'precis-retry-after';
const LIMIT_KEY = 'precis-limit';
const ERASED_AT_KEY = 'precis-erased-at-ms';

/**
 * Statuses that the transport itself raises when the other side is away, slow or closing. UNIMPLEMENTED: a copy of the release before that does
 * not know the call; during a rollout a repeat may meet a new one.
 */
const AWAY = new Set([status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED, status.UNIMPLEMENTED]);

/** What grpc-js says, as INTERNAL, of a call whose stream was cut in the middle. A service itself says nothing but "Internal error". */
const CUT = /^Received RST_STREAM with code /;

/** DomainError -> what a gRPC server sends. Anything else becomes INTERNAL without a word of detail. */
export function toGrpcError(thrown: unknown): { code: status; message: string; metadata: Metadata } {
  const metadata = new Metadata();
  const error = isDatabaseAway(thrown) ? databaseAway(thrown) : thrown;
  if (!(error instanceof DomainError)) return { code: status.INTERNAL, message: 'Internal error', metadata };
  metadata.set(CODE_KEY, error.code);
  if (error.retryAfterSeconds !== undefined) metadata.set(RETRY_KEY, String(error.retryAfterSeconds));
  if (error.limit !== undefined) metadata.set(LIMIT_KEY, String(error.limit));
  if (error.erasedAt !== undefined) metadata.set(ERASED_AT_KEY, String(error.erasedAt.getTime()));
  return { code: STATUS_OF[error.kind], message: error.publicMessage, metadata };
}

/** What a gRPC client received -> DomainError, or the error itself when it is nobody's fault that we know. */
export function fromGrpcError(error: ServiceError): Error {
  const code = error.metadata?.get(CODE_KEY)[0];
  const kind = KIND_OF.get(error.code);
  if (code !== undefined && kind !== undefined) {
    const numberOf = (key: string) =>
      error.metadata.get(key)[0] === undefined ? undefined : Number(error.metadata.get(key)[0]);
    const erasedAtMs = numberOf(ERASED_AT_KEY);
    // A service of the next release may have a code that is not in the table of this one.
    return new DomainError(kind, String(code) as ErrorCode, error.details, {
      cause: error,
      retryAfterSeconds: numberOf(RETRY_KEY),
      limit: numberOf(LIMIT_KEY),
      erasedAt: erasedAtMs === undefined ? undefined : new Date(erasedAtMs),
    });
  }
  if (AWAY.has(error.code) || (error.code === status.INTERNAL && CUT.test(error.details))) return serviceAway(error);
  return error;
}

/** True when the transport failed, so that the call may or may not have had its effect. */
export function isTransportFailure(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'service_unavailable';
}

/** What grpc-js says of a stream that a closing server refused: in its own words, or in those of a write that came too late. */
const REFUSED = /REFUSED_STREAM|Stream refused by server/;

/** True when the server certainly did not begin the call (RFC 9113, section 8.7): its connection was closing. Any call may be repeated then. */
export function wasRefused(error: unknown): boolean {
  return isTransportFailure(error) && REFUSED.test(((error as DomainError).cause as ServiceError).details);
}

/**
 * Postgres' classes for connection, resources and shutdown, a transaction on a node that has become a standby (25006) or was cut for
 * idling (25P03), a lock that did not come in its time (55P03), and what the sockets below say. A protocol violation (08P01) is a wrong
 * setting, which no waiting mends.
 */
const DATABASE_AWAY =
  /^(08(?!P01)...|53...|57P0.|57014|55000|55P03|25006|25P03|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE|ETIMEDOUT)$/;

/**
 * What the driver says of a full pool and of a connection that is lost, without a code. The last is TypeORM's, of a transaction
 * whose connection died between two statements.
 */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|query runner (was )?already released/i;

/** True for what Postgres and its driver say while the database is away, full or stopping. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError) return false;
  const { code } = error as { code?: unknown };
  return DATABASE_AWAY.test(String(code)) || (code === undefined && CONNECTION_LOST.test(error.message));
}

function databaseAway(cause: unknown): DomainError {
  return new DomainError(
    'unavailable',
    'database_unavailable',
    'The service is temporarily unavailable. Please try again.',
    { cause, retryAfterSeconds: 2 },
  );
}

function serviceAway(cause: ServiceError): DomainError {
  return new DomainError(
    'unavailable',
    'service_unavailable',
    'The service is temporarily unavailable. Please try again.',
    { cause, retryAfterSeconds: 2 },
  );
}
