import type { Logger } from '@precis/runtime/logger';
import { type OpsServer, startOpsServer } from '@precis/runtime/ops-server';
import { allMetrics, type processMetrics } from '@precis/runtime/process-metrics';
import type { ServiceApp } from '@precis/runtime/service-app';
import type { StandaloneConfig } from './config.js';

/** Opens one ops port for all services of the process, when configured. */
export async function startOps(
  config: StandaloneConfig,
  apps: ServiceApp[],
  ofProcess: ReturnType<typeof processMetrics>,
  logger: Logger,
): Promise<OpsServer | undefined> {
  if (config.OPS_PORT === undefined) return undefined;
  const metrics = allMetrics(
    ofProcess,
    apps.map((app) => app.metrics),
  );
  const probes = {
    alive: () => apps.forEach((app) => app.alive?.()),
    ready: async () => void (await Promise.all(apps.map((app) => app.ready()))),
    metrics: () => metrics,
  };
  return startOpsServer({ port: config.OPS_PORT, host: config.OPS_HOST }, probes, logger);
}
