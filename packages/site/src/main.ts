import { parseConfig } from '@precis/runtime/config';
import { createLogger } from '@precis/runtime/logger';
import { runService } from '@precis/runtime/run-service';
import { processSchema } from './config.js';
import { startHost } from './start-host.js';

const config = parseConfig('site', processSchema, process.env);
const logger = createLogger('site', config.LOG_LEVEL);
await runService({ name: 'site', logger, process, config }, (stopping) => startHost(config, logger, { stopping }));
