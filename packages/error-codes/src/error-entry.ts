/** What a program and its author need to know of an error code. */
export interface ErrorEntry {
  /** The HTTP statuses with which the code comes; none for a code that only items of jobs and batches carry. */
  statuses: readonly number[];
  /** Why it comes, in one sentence. */
  cause: string;
  /** What to do about it. */
  next: string;
  /** Whether the same request may succeed later without a change. */
  retryable: boolean;
  /** `rarely`: only if the answer was lost on our side after the charge; GET /api/requests/{id} says whether it was charged. */
  charged: 'never' | 'rarely';
}

/** Why an item of a job or a batch has no summary. It comes in an answer about the item, never as an error answer. */
export function ofItem(cause: string, next: string): ErrorEntry {
  return { statuses: [], cause, next, retryable: true, charged: 'never' };
}

/** The same request would be refused again. */
export function lasting(status: number | readonly number[], cause: string, next: string): ErrorEntry {
  return { statuses: [status].flat(), cause, next, retryable: false, charged: 'never' };
}

/** The same request may succeed later. */
export function passing(status: number | readonly number[], cause: string, next: string): ErrorEntry {
  return { statuses: [status].flat(), cause, next, retryable: true, charged: 'never' };
}
