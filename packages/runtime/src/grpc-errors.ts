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

/** Statuses that the transport itself raises when the other side is away, slow or closing. */
const AWAY = new Set([status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED]);

/** DomainError -> what a gRPC server sends. Anything else becomes INTERNAL without a word of detail. */
export function toGrpcError(thrown: unknown): { code: status; message: string; metadata: Metadata } {
  const metadata = new Metadata();
  const error = isDatabaseAway(thrown) ? databaseAway(thrown) : thrown;
  if (!(error instanceof DomainError)) return { code: status.INTERNAL, message: 'Internal error', metadata };
  metadata.set(CODE_KEY, error.code);
  if (error.retryAfterSeconds !== undefined) metadata.set(RETRY_KEY, String(error.retryAfterSeconds));
  return { code: STATUS_OF[error.kind], message: error.publicMessage, metadata };
}

/** What a gRPC client received -> DomainError, or the error itself when it is nobody's fault that we know. */
export function fromGrpcError(error: ServiceError): Error {
  const code = error.metadata?.get(CODE_KEY)[0];
  const kind = KIND_OF.get(error.code);
  if (code !== undefined && kind !== undefined) {
    const retryAfter = error.metadata.get(RETRY_KEY)[0];
    return new DomainError(kind, String(code), error.details, {
      cause: error,
      retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
    });
  }
  if (AWAY.has(error.code)) return serviceAway(error);
  return error;
}

/** True when the transport failed, so that the call may or may not have had its effect. */
export function isTransportFailure(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'service_unavailable';
}

/** Postgres' classes for connection, resources and shutdown, and what the driver says of a lost or full pool. */
const DATABASE_AWAY = /^(08...|53...|57P0.|57014|55000|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;

/** True for what Postgres and its driver say while the database is away, full or stopping. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError) return false;
  return DATABASE_AWAY.test(String((error as { code?: unknown }).code)) || /timeout exceeded when trying to connect|Connection terminated/.test(error.message);
}

function databaseAway(cause: unknown): DomainError {
  return new DomainError('unavailable', 'database_unavailable', 'The service is temporarily unavailable. Please try again.', { cause, retryAfterSeconds: 2 });
}

function serviceAway(cause: ServiceError): DomainError {
  return new DomainError('unavailable', 'service_unavailable', 'The service is temporarily unavailable. Please try again.', { cause, retryAfterSeconds: 2 });
}
