import { trace } from '@opentelemetry/api';
import type { Registry } from 'prom-client';
import { TRACES_LIMIT_MS } from '../drain-limits.js';
import type { Logger } from '../logger.js';
import { within } from '../pause.js';
import { recordSpans } from './start-span.js';
import type { TracingConfig } from './tracing-settings.js';

/** The running export of a process' spans. */
export interface Tracing {
  /** Sends the remaining spans, for at most TRACES_LIMIT_MS; never rejects. */
  stop(): Promise<void>;
}

/** Further spans are dropped: an unavailable receiver must not fill the memory. */
const QUEUE_LIMIT = 2_048;
const BATCH = 512;
const SEND_EVERY_MS = 1_000;
const SEND_LIMIT_MS = 3_000;

/**
 * Exports this process' spans when a receiver is set; otherwise it loads nothing, and trace ids are passed on unrecorded. Spans are sent in the
 * background: a receiver that is slow, hangs or is unavailable only loses spans, and delays no request.
 */
export async function startTracing(
  service: string,
  config: TracingConfig,
  metrics: Registry,
  logger: Logger,
): Promise<Tracing> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === '') return { stop: async () => undefined };
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { DoorSampler }, { watchedExporter }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('./door-sampler.js'),
      import('./watched-exporter.js'),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMillis: SEND_LIMIT_MS,
    // All batches of the queue and the one being sent: at the end they are sent in parallel.
    concurrencyLimit: QUEUE_LIMIT / BATCH + 1,
  });
  const share = new sdk.TraceIdRatioBasedSampler(shareOf(config));
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      ...config.OTEL_RESOURCE_ATTRIBUTES,
      'service.name': config.OTEL_SERVICE_NAME || service,
    }),
    sampler: new DoorSampler(new sdk.ParentBasedSampler({ root: share })),
    spanLimits: { attributeCountLimit: 16, attributeValueLengthLimit: 200, linkCountLimit: 32 },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: watchedExporter(exporter, metrics, logger),
        maxQueueSize: QUEUE_LIMIT,
        maxExportBatchSize: BATCH,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_LIMIT_MS + 1_000,
      }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  recordSpans(true);
  return {
    stop: async () => {
      recordSpans(false);
      trace.disable();
      await within(TRACES_LIMIT_MS, provider.shutdown(), () => new Error('late')).catch(() => undefined);
    },
  };
}

/** The parent-based samplers and their plain forms are equivalent here: inner spans always follow the decision at the entry. */
function shareOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share }: TracingConfig): number {
  if (sampler.endsWith('always_off')) return 0;
  return sampler.endsWith('traceidratio') ? share : 1;
}
