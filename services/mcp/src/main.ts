import { parseConfig } from '@precis/runtime/config';
import { createLogger } from '@precis/runtime/logger';
import { runService } from '@precis/runtime/run-service';
import { processSchema } from './config.js';
import { startMcp } from './start-mcp.js';

const config = parseConfig('mcp', processSchema, process.env);
const logger = createLogger('mcp', config.LOG_LEVEL);
await runService({ name: 'mcp', logger, process, config }, (stopping) => startMcp(config, logger, { stopping }));
