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
 * Statuses that the transport itself raises when the other side is unavailable, slow or closing. UNIMPLEMENTED comes from a copy of the previous
 * release that does not know the call; during a rollout a repeat may reach a new copy.
 */
const AWAY = new Set([status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED, status.UNIMPLEMENTED]);

/** The text of grpc-js, with status INTERNAL, for a call whose stream was cut in the middle. A service itself only sends "Internal error". */
const CUT = /^Received RST_STREAM with code /;

/** Converts an error to the status that a gRPC server sends. An error other than DomainError becomes INTERNAL without any detail. */
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

/** Converts the error that a gRPC client received to a DomainError; returns it unchanged when its cause is unknown. */
export function fromGrpcError(error: ServiceError): Error {
  const code = error.metadata?.get(CODE_KEY)[0];
  const kind = KIND_OF.get(error.code);
  if (code !== undefined && kind !== undefined) {
    const numberOf = (key: string) =>
      error.metadata.get(key)[0] === undefined ? undefined : Number(error.metadata.get(key)[0]);
    const erasedAtMs = numberOf(ERASED_AT_KEY);
    // A service of the next release may use a code that this release does not know.
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

/** The text of grpc-js for a stream that a closing server refused, including a write that came too late. */
const REFUSED = /REFUSED_STREAM|Stream refused by server/;

/**
 * True when the server certainly did not begin the call because its connection was closing (RFC 9113, section 8.7). Such a call may always be
 * repeated.
 */
export function wasRefused(error: unknown): boolean {
  return isTransportFailure(error) && REFUSED.test(((error as DomainError).cause as ServiceError).details);
}

/**
 * Postgres' error classes for connection, resources and shutdown; a transaction on a node that has become a standby (25006) or was ended for idling
 * (25P03); a lock that was not granted in time (55P03); and the socket errors. A protocol violation (08P01) is excluded: it is a wrong setting,
 * which waiting does not fix.
 */
const DATABASE_AWAY =
  /^(08(?!P01)...|53...|57P0.|57014|55000|55P03|25006|25P03|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE|ETIMEDOUT)$/;

/**
 * Messages of the driver, without a code, for a full pool and a lost connection. The last is TypeORM's, for a transaction whose connection died
 * between two statements.
 */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|query runner (was )?already released/i;

/** True for the errors of Postgres and its driver while the database is unavailable, full or stopping. */
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
