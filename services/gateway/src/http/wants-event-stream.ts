const EVENT_STREAM = 'text/event-stream';
/** What a plain answer is. */
const PLAIN = new Set(['application/json', 'application/*', '*/*']);

/**
 * Whether a client prefers events to a plain answer: text/event-stream comes before all that JSON falls under, by its `q` (1 when absent) and
 * then by its place. It must be named: a browser's or a program's usual Accept gets JSON.
 */
export function wantsEventStream(accept = ''): boolean {
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
