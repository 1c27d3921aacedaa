import { processMetrics } from '@precis/runtime/process-metrics';
import { repositoryFiles, textOf } from './repository-files.js';

/** A metric as the table in packages/runtime/README.md has it. */
export interface ListedMetric {
  name: string;
  type: string;
  labels: string[];
}

/** Names in string literals of our sources, wherever they are registered. */
export const registeredNames = (): string[] =>
  repositoryFiles(/^(services|packages)\/.*\/src\/.*\.ts$/)
    .filter((path) => !/(\.spec|\.e2e|\.suite)\.ts$/.test(path))
    .flatMap((path) => [...textOf(path).matchAll(/'(precis_[a-z_]+)'/g)].map(([, name]) => name))
    .filter((name) => /_(total|seconds|depth|lag|waiting|up|limit|bytes|connections)$/.test(name));

export const listedMetrics = (): ListedMetric[] =>
  [
    ...textOf('packages/runtime/README.md').matchAll(
      /^\| `(precis_[a-z_]+)` \| (counter|gauge|histogram) \|([a-z, ]*)\|/gm,
    ),
  ].map(([, name, type, labels]) => ({ name, type, labels: labels.match(/[a-z]+/g) ?? [] }));

/** What every process measures of itself, from the registry that it shows. */
export const processMetricNames = (): Promise<string[]> =>
  processMetrics()
    .getMetricsAsJSON()
    .then((metrics) => metrics.map(({ name }) => name));
