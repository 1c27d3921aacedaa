import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { MetricsText } from './ops-server.js';

/** What the process itself uses (CPU, memory, event-loop lag): once per process, however many services live in it. */
export function processMetrics(): Registry {
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  return metrics;
}

/** The process' own metrics and those of its services in one text. Services that share metric names must differ in a default label. */
export function allMetrics(ofProcess: Registry, ofServices: Registry[]): MetricsText {
  return {
    contentType: ofProcess.contentType,
    metrics: async () => {
      const [own, ...services] = await Promise.all([
        ofProcess.metrics(),
        ...ofServices.map((one) => one.getMetricsAsJSON()),
      ]);
      // Each name with its help once, as the format demands; sums what has equal labels, which is why services must differ.
      return own + (await AggregatorRegistry.aggregate(services as never).metrics());
    },
  };
}
