/** The state of a part of the service. `unknown` is shown as such: no part is reported as working without a check. */
export type PartState = 'operational' | 'degraded' | 'down' | 'unknown';

export interface Status {
  api: PartState;
  source: PartState;
  payments: PartState;
}

/** The state of each part (API-26). `answer` is that of GET /api/status, null when there was none. */
export function statusOf(answer: Status | null): Status {
  if (answer === null) return { api: 'down', source: 'unknown', payments: 'unknown' };
  return answer;
}
