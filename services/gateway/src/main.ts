import 'reflect-metadata';
import { parseConfig } from '@precis/runtime/config';
import { createLogger } from '@precis/runtime/logger';
import { opsSettings } from '@precis/runtime/process-settings';
import { runService } from '@precis/runtime/run-service';
import { z } from 'zod';
import { readConfig } from './config.js';
import { createApp } from './create-app.js';

const config = readConfig(process.env);
const ops = parseConfig('gateway', z.object(opsSettings), process.env);
const logger = createLogger('gateway', config.LOG_LEVEL);

// The public /readyz has to fail with the one on the ops port: some balancers see no other.
await runService({ name: 'gateway', logger, process, config: ops }, (stopping) =>
  createApp(config, { logger, ready: async () => stopping.throwIfAborted() }),
);
