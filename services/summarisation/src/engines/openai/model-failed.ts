/** The kinds of failures of a model; the label of its metrics. */
export type ModelFailure =
  | 'breaker_open'
  | 'connection'
  | 'empty'
  | 'length'
  | 'malformed'
  | 'money_spent'
  | 'over_long'
  | 'rate_limited'
  | 'refused'
  | 'rejected'
  | 'server_error'
  | 'timed_out'
  | 'too_large'
  | 'too_long'
  | 'unfounded'
  | 'unreadable'
  | 'unsupported'
  | 'wrong_language';

/**
 * A model did not write a usable summary, so the next engine of the chain does. Carries only the kind of failure and no cause: providers repeat
 * keys and prompts in their messages, which must not be logged.
 */
export class ModelFailed extends Error {
  constructor(
    readonly code: ModelFailure,
    /** `retryAfterMs`: the wait that the provider asks for; `use`: tokens as the provider counted them; `isUnsent`: no connection was made. */
    readonly detail: {
      status?: number;
      retryAfterMs?: number;
      use?: { input: number; output: number };
      isUnsent?: boolean;
    } = {},
  ) {
    super(`the model failed: ${code}${detail.status === undefined ? '' : ` (${detail.status})`}`);
    this.name = 'ModelFailed';
  }
}
