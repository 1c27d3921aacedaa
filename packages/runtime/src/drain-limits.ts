/** How long a process may drain before it is ended anyway. */
export const DRAIN_LIMIT_MS = 62_000;
/** The longest that the drain of a process waits for a receiver of traces that hangs. */
export const TRACES_LIMIT_MS = 1_000;
/** How long the app of a process may take to close: after it the last spans are sent, and the ops port closes. */
export const CLOSE_LIMIT_MS = DRAIN_LIMIT_MS - TRACES_LIMIT_MS - 500;
/** When a server cuts its open calls: later than the 58 s deadline of a summary, and early enough for what its app must do after them. */
export const OPEN_CALLS_LIMIT_MS = CLOSE_LIMIT_MS - 1_500;
