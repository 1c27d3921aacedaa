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
 * A model did not write a usable summary: the next engine of the chain does. Names the failure alone and keeps no cause: providers repeat keys
 * and prompts in their messages, and those must not come into a log.
 */
export class ModelFailed extends Error {
  constructor(
    readonly code: ModelFailure,
    /** `retryAfterMs`: what the provider asks for; `use`: tokens, as it counted them; `isUnsent`: there was no connection. */
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
