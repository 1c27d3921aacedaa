import { processMetrics } from '@precis/runtime/process-metrics';
import { repositoryFiles, textOf } from './repository-files.js';

/** A metric in the table of packages/runtime/README.md. */
export interface ListedMetric {
  name: string;
  type: string;
  labels: string[];
}

/** Metric names in our sources: every string literal that is one whole name, wherever it is registered, of a file that uses prom-client. */
export const registeredNames = (): string[] =>
  repositoryFiles(/^(services|packages)\/.*\/src\/.*\.ts$/)
    .filter((path) => !/(\.spec|\.e2e|\.suite|\.cluster)\.ts$/.test(path))
    .map(textOf)
    .filter((text) => text.includes("from 'prom-client'"))
    .flatMap((text) => [...text.matchAll(/'(precis_[a-z0-9_]+)'/g)].map(([, name]) => name));

/** The metrics of our own that the table of packages/runtime/README.md lists. */
export const listedMetrics = (): ListedMetric[] =>
  [
    ...textOf('packages/runtime/README.md').matchAll(
      /^\| `(precis_[a-z0-9_]+)` \| (counter|gauge|histogram) \|([a-z, ]*)\|/gm,
    ),
  ].map(([, name, type, labels]) => ({ name, type, labels: labels.match(/[a-z]+/g) ?? [] }));

/** The metrics of the process itself, from the registry that it serves. */
export const processMetricNames = (): Promise<string[]> =>
  processMetrics()
    .getMetricsAsJSON()
    .then((metrics) => metrics.map(({ name }) => name));
