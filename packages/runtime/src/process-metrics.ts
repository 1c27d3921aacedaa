import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { MetricsText } from './ops-server.js';

/**
 * The interval at which the event loop's delay is sampled. Every reported delay includes it. The library's 10 ms wake an idle process a hundred times a
 * second, which costs 1% of a processor.
 */
const DELAY_SAMPLED_EVERY_MS = 100;

/** The resources of the process itself (CPU, memory, event-loop lag), once per process with any number of services. */
export function processMetrics(): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: DELAY_SAMPLED_EVERY_MS });
  return metrics;
}

/** Combines the process' own metrics and those of its services in one text. Services that share metric names must differ in a default label. */
export function allMetrics(ofProcess: Registry, ofServices: Registry[]): MetricsText {
  return {
    contentType: ofProcess.contentType,
    metrics: async () => {
      const [own, ...services] = await Promise.all([
        ofProcess.metrics(),
        ...ofServices.map((one) => one.getMetricsAsJSON()),
      ]);
      // Each name has its help text once, as the format requires. Series with equal labels are added up, which is why services must differ.
      return own + (await AggregatorRegistry.aggregate(services as never).metrics());
    },
  };
}
