import { UsageError } from '@precis/events/operator/events-arguments';
import { backoffMs } from '@precis/runtime/backoff';
import { DomainError } from '@precis/runtime/domain-error';
import { pause } from '@precis/runtime/pause';
import { EXIT, type Outcome } from './operator-command.js';

const TRIES = 5;
const RETRY = { firstMs: 200, factor: 2, capMs: 5_000 };

/** Makes a call whose repeat has no second effect. Repeats it when the service is unavailable or the answer was lost, in at most five attempts. */
export async function persistently<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (attempt === TRIES || !isUnavailable(error)) throw error;
      await pause(backoffMs(RETRY, attempt, Math.random()));
    }
  }
}

/** The audit log did not accept the note, so nothing was tried. The cause says why. */
export class NotNoted extends Error {
  override name = 'NotNoted';

  constructor(cause: unknown) {
    super('the audit log did not take the note', { cause });
  }
}

/**
 * The outcome of a command that failed with `error`. `next` tells the operator what to do when it is unknown whether the command had its effect.
 * Throws a UsageError again.
 */
export function failureOutcome(error: unknown, next: string): Outcome {
  if (error instanceof UsageError) throw error;
  if (error instanceof NotNoted) {
    const lines = [`Not done: ${why(error.cause)}`, 'The audit log did not take the note, so nothing was tried.'];
    return { exitCode: exitOf(error.cause), lines };
  }
  const exitCode = exitOf(error);
  const isUnclear = exitCode === EXIT.unclear || exitCode === EXIT.failed;
  return {
    exitCode,
    lines: [`Not done: ${why(error)}`, ...(isUnclear ? [next] : [])],
  };
}

const why = (error: unknown): string =>
  error instanceof DomainError
    ? `${error.publicMessage} (${error.code})`
    : 'unexpected failure, see the logs of auth and billing.';

function exitOf(error: unknown): number {
  if (!(error instanceof DomainError)) return EXIT.failed;
  if (isUnavailable(error)) return EXIT.unclear;
  return error.kind === 'not_found' ? EXIT.accountUnknown : EXIT.refused;
}

const isUnavailable = (error: unknown) => error instanceof DomainError && error.kind === 'unavailable';
