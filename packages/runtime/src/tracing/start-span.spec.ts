import { activeTraceparent } from './active-trace.js';
import { SpanKind, startSpan } from './start-span.js';
import { formatTraceparent, parseTraceparent } from './traceparent.js';

const begin = (parent?: string) =>
  startSpan({ service: 'test', name: 'work', kind: SpanKind.SERVER, parent: parseTraceparent(parent) });

describe('a span that nobody records', () => {
  it('has the same ids at each look, also in the work inside it', async () => {
    const span = begin();
    const first = formatTraceparent(span.spanContext);
    expect(parseTraceparent(first)).toBeDefined();
    expect(formatTraceparent(span.spanContext)).toBe(first);
    await expect(
      span.run(async () => [activeTraceparent(), await Promise.resolve().then(activeTraceparent)]),
    ).resolves.toEqual([first, first]);
  });

  it('has ids that no other span has', () => {
    const contexts = Array.from({ length: 1_000 }, () => begin().spanContext);
    expect(new Set(contexts.map(({ traceId }) => traceId)).size).toBe(1_000);
    expect(new Set(contexts.map(({ spanId }) => spanId)).size).toBe(1_000);
  });

  it('continues the trace of its parent', () => {
    const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    expect(begin(parent).run(activeTraceparent)).toBe(parent);
  });
});
