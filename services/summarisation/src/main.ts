import 'reflect-metadata';
import { openKafkaBus } from '@precis/events/kafka-bus';
import { parseConfig } from '@precis/runtime/config';
import { createLogger } from '@precis/runtime/logger';
import { runService } from '@precis/runtime/run-service';
import { processSchema } from './config.js';
import { createApp } from './create-app.js';

const config = parseConfig('summarisation', processSchema, process.env);
const logger = createLogger('summarisation', config.LOG_LEVEL);

await runService(logger, process, async () => {
  const bus = await openKafkaBus({ brokers: config.KAFKA_BROKERS, clientId: 'summarisation', logger });
  try {
    const app = await createApp(config, { bus, logger });
    return { ...app, close: () => app.close().finally(() => bus.close()) };
  } catch (error) {
    await bus.close();
    throw error;
  }
});
