import type { HttpProblem } from './http-problem.js';

/**
 * The body of an error answer: `{error, status_code}` of the specification's section 8 plus code and request id
 * (decisions 22); the private API adds `success: false` and, for payment sessions, `detail` (decisions 41).
 */
export function errorBody(problem: HttpProblem, requestId: string, api: 'public' | 'private'): Record<string, unknown> {
  const limit = problem.extra.limit;
  return {
    ...(api === 'private' ? { success: false } : {}),
    error: problem.publicMessage,
    status_code: problem.status,
    code: problem.code,
    request_id: requestId,
    ...(problem.status === 429 && limit
      ? { limit: limit.limit, remaining: limit.remaining, reset: limit.resetAtSeconds }
      : {}),
  };
}
