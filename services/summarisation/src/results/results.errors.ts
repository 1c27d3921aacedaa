import { DomainError } from '@precis/runtime/domain-error';

/** Our own fault, hence no DomainError: answered as 500, the cause only in the log. */
export class EngineFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EngineFailed';
  }
}

/** The code under which a failure is announced, or null when the next try may well succeed. */
export function failureCode(error: unknown): string | null {
  if (error instanceof EngineFailed) return 'engine_failed';
  return error instanceof DomainError && error.kind === 'not_found' ? error.code : null;
}
