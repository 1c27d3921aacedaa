import { type Context, createContextKey, trace } from '@opentelemetry/api';
import type { Sampler, SamplingResult } from '@opentelemetry/sdk-trace';

/** Marks the context of a span whose parent comes from an untrusted client. */
export const AT_THE_DOOR = createContextKey('precis at the door');

/**
 * Decides at the entry whether a trace is recorded, as for a new trace, and ignores the flag of a client's `traceparent`: a client can neither
 * flood the exporter nor hide from it. Inner spans follow that decision, so that a trace is complete or absent.
 */
export class DoorSampler implements Sampler {
  constructor(private readonly parentBased: Sampler) {}

  shouldSample(above: Context, ...rest: SamplerRest): SamplingResult {
    return this.parentBased.shouldSample(above.getValue(AT_THE_DOOR) ? trace.deleteSpan(above) : above, ...rest);
  }

  toString(): string {
    return `DoorSampler{${this.parentBased.toString()}}`;
  }
}

type SamplerRest = Parameters<Sampler['shouldSample']> extends [Context, ...infer R] ? R : never;
