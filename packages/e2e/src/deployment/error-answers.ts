import type { Answer } from './call.js';

/** The quota's month ends on the first of the next one, 00:00 UTC (QUOTA-5). */
export function nextMonthSeconds(now = new Date()): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1_000;
}

/** `YYYY-MM` of now in UTC. */
export function thisMonth(now = new Date()): string {
  return now.toISOString().slice(0, 7);
}

/** Asserts a whole error body of the public API (API-9). Returns its code. */
export function expectPublicError(answer: Answer, status: number, code?: string): string {
  return expectError(answer, status, code, {});
}

/** Asserts a whole error body of the private API (API-10). Returns its code. */
export function expectPrivateError(answer: Answer, status: number, code?: string): string {
  return expectError(answer, status, code, { success: false });
}

/** Asserts a whole error body of a payment session, whose `detail` repeats the text (API-11). Returns its code. */
export function expectPaymentError(answer: Answer, status: number, code?: string): string {
  return expectError(answer, status, code, { success: false, detail: answer.body?.error });
}

function expectError(answer: Answer, status: number, code: string | undefined, extra: object): string {
  expect({ status: answer.status, text: answer.text }).toEqual({ status, text: expect.stringContaining('"error"') });
  expect(answer.body).toEqual({
    ...extra,
    error: expect.stringMatching(/\S/),
    status_code: status,
    code: code ?? expect.stringMatching(/^[a-z0-9_]+$/),
    request_id: answer.headers.get('x-request-id'),
    docs_url: expect.stringMatching(`/docs\\?tab=errors#${answer.body?.code}$`),
    ...(answer.body?.code === 'account_closing' ? { erased_at: expect.stringMatching(/^\d{4}-.*Z$/) } : {}),
    ...(status === 429 ? { limit: expect.any(Number), remaining: 0, reset: expect.any(Number) } : {}),
  });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  return answer.body.code as string;
}

/** Asserts the monthly quota in the headers (API-13). */
export function expectQuotaHeaders(answer: Answer, limit: number, remaining: number): void {
  expect(quotaHeaders(answer)).toEqual({
    limit: String(limit),
    remaining: String(remaining),
    reset: String(nextMonthSeconds()),
  });
}

/** The headers with the monthly quota; null for an absent one. */
export function quotaHeaders({ headers }: Answer): {
  limit: string | null;
  remaining: string | null;
  reset: string | null;
} {
  return {
    limit: headers.get('x-ratelimit-limit'),
    remaining: headers.get('x-ratelimit-remaining'),
    reset: headers.get('x-ratelimit-reset'),
  };
}
