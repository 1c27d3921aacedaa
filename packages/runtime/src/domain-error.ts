import type { ErrorCode } from '@precis/error-codes/error-codes';

/** What went wrong in business terms; each kind maps to one gRPC status (grpc-errors.ts) and one HTTP status (gateway). */
export type ErrorKind =
  'invalid' | 'unauthenticated' | 'forbidden' | 'not_found' | 'conflict' | 'exhausted' | 'unavailable';

/**
 * The one error that services throw on purpose. `code` is a word of the one table of error codes, `publicMessage` a
 * sentence that may be shown to anyone: it never carries secrets, addresses or outside text.
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
  /** For kind `exhausted`: the size of the limit that refused. */
  readonly limit?: number;
  /** Of a closed account that its owner may still keep: when it is erased (ACC-73). */
  readonly erasedAt?: Date;
}
