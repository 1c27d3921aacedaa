import 'reflect-metadata';
import { parseConfig } from '@precis/runtime/config';
import { createLogger } from '@precis/runtime/logger';
import { runService } from '@precis/runtime/run-service';
import { processSchema } from './config.js';
import { createApp } from './create-app.js';

const config = parseConfig('gateway', processSchema, process.env);
const logger = createLogger('gateway', config.LOG_LEVEL);

// The public /readyz must fail together with the one on the ops port: some load balancers see only the public one.
await runService({ name: 'gateway', logger, process, config }, (stopping) =>
  createApp(config, { logger, stopping, ready: async () => stopping.throwIfAborted() }),
);
