import { DomainError } from '@precis/runtime/domain-error';
import { RememberedRefusal } from '../transcripts/transcripts.repository.js';

/** Our own fault, hence no DomainError: answered as 500, the cause only in the log. */
export class EngineFailed extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EngineFailed';
  }
}

/** The code under which a failure is announced, or null when the next try may well succeed or it was announced before. */
export function failureCode(error: unknown): string | null {
  if (error instanceof EngineFailed) return 'engine_failed';
  if (error instanceof RememberedRefusal) return null;
  return error instanceof DomainError && error.kind === 'not_found' ? error.code : null;
}
