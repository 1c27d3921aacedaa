import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { Counter, type Registry } from 'prom-client';
import type { Logger } from '../logger.js';

/** Counts the results of an exporter, and logs when it begins to fail and when it works again. */
export function watchedExporter(inner: SpanExporter, metrics: Registry, logger: Logger): SpanExporter {
  const spansBy = new Counter({
    name: 'precis_trace_spans_total',
    help: 'Finished spans by outcome: sent, or failed (given up).',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  for (const outcome of ['sent', 'failed']) spansBy.inc({ outcome }, 0);
  let failing = false;
  return {
    export: (spans, done) =>
      inner.export(spans, (result) => {
        const failed = result.code !== 0;
        spansBy.inc({ outcome: failed ? 'failed' : 'sent' }, spans.length);
        if (failed && !failing) logger.warn({ err: result.error }, 'traces cannot be delivered');
        if (!failed && failing) logger.info('traces are delivered again');
        failing = failed;
        // Reports success in both cases: the batcher must not treat an unavailable receiver as an error.
        done({ code: 0 });
      }),
    forceFlush: () => inner.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => inner.shutdown(),
  };
}
