const EVENT_STREAM = 'text/event-stream';
/** Media ranges that a plain response matches. */
const PLAIN = new Set(['application/json', 'application/*', '*/*']);

/**
 * Whether a client prefers events to a plain response: text/event-stream ranks above all ranges that JSON matches, by its `q` (1 when absent) and
 * then by its position. It must be named explicitly: the usual Accept of a browser or program gets JSON.
 */
export function wantsEventStream(accept = ''): boolean {
  if (!accept.toLowerCase().includes(EVENT_STREAM)) return false;
  const ranges = accept.split(',').map((range, place) => {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
    return { type, place, weight: q === undefined ? 1 : Number(q) };
  });
  const [first] = ranges
    .filter(({ type, weight }) => weight > 0 && (type === EVENT_STREAM || PLAIN.has(type)))
    .sort((a, b) => b.weight - a.weight || a.place - b.place);
  return first?.type === EVENT_STREAM;
}
