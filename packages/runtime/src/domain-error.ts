import type { ErrorCode } from '@precis/error-codes/error-codes';

/** The kind of a business error. Each kind maps to one gRPC status (grpc-errors.ts) and one HTTP status (gateway). */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'exhausted'
  | 'unavailable';

/**
 * The only error that services throw on purpose. `code` is from the table of error codes. `publicMessage` is a sentence that may be shown to
 * anyone: it never contains secrets, addresses or text from outside.
 */
export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: ErrorCode,
    readonly publicMessage: string,
    options?: { cause?: unknown; retryAfterSeconds?: number; limit?: number; erasedAt?: Date },
  ) {
    super(publicMessage, { cause: options?.cause });
    this.name = 'DomainError';
    this.retryAfterSeconds = options?.retryAfterSeconds;
    this.limit = options?.limit;
    this.erasedAt = options?.erasedAt;
  }

  readonly retryAfterSeconds?: number;
  /** For kind `exhausted`: the size of the exceeded limit. */
  readonly limit?: number;
  /** For a closed account that its owner may still keep: when it will be erased (ACC-73). */
  readonly erasedAt?: Date;
}
