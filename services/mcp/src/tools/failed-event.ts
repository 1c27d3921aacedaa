import { type ApiFailed, failureOf } from '../api/api-failed.js';

/** The `error` event of a stream: the body of an error answer. */
export function failureOfEvent(data: Record<string, unknown>): ApiFailed {
  return failureOf(Number(data.status_code ?? 500), new Headers(), data);
}
