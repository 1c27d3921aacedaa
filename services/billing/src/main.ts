import 'reflect-metadata';
import { openKafkaBus } from '@precis/events/kafka-bus';
import { parseConfig } from '@precis/runtime/config';
import { createLogger } from '@precis/runtime/logger';
import { runService } from '@precis/runtime/run-service';
import { schemaModeOf } from '@precis/runtime/schema-mode';
import { billingProcessSchema } from './config.js';
import { createApp } from './create-app.js';

const config = parseConfig('billing', billingProcessSchema, process.env);
const logger = createLogger('billing', config.LOG_LEVEL);

await runService({ logger, process, config }, async (stopping) => {
  const bus = await openKafkaBus({ brokers: config.KAFKA_BROKERS, clientId: 'billing', logger });
  try {
    const app = await createApp(config, { bus, logger, stopping, schema: schemaModeOf(config) });
    return { ...app, close: () => app.close().finally(() => bus.close()) };
  } catch (error) {
    await bus.close();
    throw error;
  }
});
