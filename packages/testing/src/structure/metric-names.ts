import { processMetrics } from '@precis/runtime/process-metrics';
import { repositoryFiles, textOf } from './repository-files.js';

/** A metric in the table of packages/runtime/README.md. */
export interface ListedMetric {
  name: string;
  type: string;
  labels: string[];
}

/** Metric names in string literals of our sources, independent of where they are registered. */
export const registeredNames = (): string[] =>
  repositoryFiles(/^(services|packages)\/.*\/src\/.*\.ts$/)
    .filter((path) => !/(\.spec|\.e2e|\.suite)\.ts$/.test(path))
    .flatMap((path) => [...textOf(path).matchAll(/'(precis_[a-z_]+)'/g)].map(([, name]) => name))
    .filter((name) => /_(total|seconds|depth|lag|waiting|up|limit|bytes|connections|in_progress)$/.test(name));

export const listedMetrics = (): ListedMetric[] =>
  [
    ...textOf('packages/runtime/README.md').matchAll(
      /^\| `(precis_[a-z_]+)` \| (counter|gauge|histogram) \|([a-z, ]*)\|/gm,
    ),
  ].map(([, name, type, labels]) => ({ name, type, labels: labels.match(/[a-z]+/g) ?? [] }));

/** The metrics of the process itself, from the registry that it serves. */
export const processMetricNames = (): Promise<string[]> =>
  processMetrics()
    .getMetricsAsJSON()
    .then((metrics) => metrics.map(({ name }) => name));
