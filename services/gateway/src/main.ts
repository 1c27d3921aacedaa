import 'reflect-metadata';
import { createLogger } from '@precis/runtime/logger';
import { runService } from '@precis/runtime/run-service';
import { readConfig } from './config.js';
import { createApp } from './create-app.js';

const config = readConfig(process.env);
const logger = createLogger('gateway', config.LOG_LEVEL);

await runService(logger, process, () => createApp(config, { logger }));
