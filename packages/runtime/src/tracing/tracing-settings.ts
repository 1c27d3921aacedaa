import { z } from 'zod';

/** `name=value,name=value` with percent-encoded values, as the OpenTelemetry specification defines. */
const pairs = z
  .string()
  .default('')
  .transform((text, ctx) => {
    const read: Record<string, string> = {};
    for (const pair of text.split(',').filter((one) => one.trim() !== '')) {
      const at = pair.indexOf('=');
      try {
        if (at < 1) throw new Error('no name');
        read[pair.slice(0, at).trim()] = decodeURIComponent(pair.slice(at + 1).trim());
      } catch {
        ctx.addIssue({ code: 'custom', message: 'expected name=value pairs, values percent-encoded' });
      }
    }
    return read;
  });

/** Settings of trace export, with OpenTelemetry's own names. Every process has them. */
export const tracingSettings = {
  /** Base URL of an OTLP/HTTP receiver, such as `http://collector:4318`; spans go to its /v1/traces as JSON. Empty = nothing is recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  /** Sent with each export; may hold a credential. */
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  /** The name of the services in traces; empty = each uses its own name. */
  OTEL_SERVICE_NAME: z.string().default(''),
  /** Further attributes of the process, such as `deployment.environment.name=staging`. */
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  /** Which traces are recorded, decided once when a trace enters. */
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_always_on'),
  /** For traceidratio: the share of traces, 1 = all, 0.1 = one in ten. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

export type TracingConfig = { [K in keyof typeof tracingSettings]: z.output<(typeof tracingSettings)[K]> };
