import 'reflect-metadata';
import { parseConfig } from '@precis/runtime/config';
import { createLogger } from '@precis/runtime/logger';
import { runService } from '@precis/runtime/run-service';
import { processSchema } from './config.js';
import { createApp } from './create-app.js';

const config = parseConfig('gateway', processSchema, process.env);
const logger = createLogger('gateway', config.LOG_LEVEL);

// The public /readyz has to fail with the one on the ops port: some balancers see no other.
await runService({ name: 'gateway', logger, process, config }, (stopping) =>
  createApp(config, { logger, stopping, ready: async () => stopping.throwIfAborted() }),
);
