import { type Context, createContextKey, trace } from '@opentelemetry/api';
import type { Sampler, SamplingResult } from '@opentelemetry/sdk-trace';

/** Marks the context of a span whose parent is a stranger. */
export const AT_THE_DOOR = createContextKey('precis at the door');

/**
 * Decides at the door, as for a trace of our own, whatever a client's `traceparent` asks for: it can neither fill the exporter nor hide
 * from it. Behind the door the decision made there is followed, so that a trace is whole or absent.
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
