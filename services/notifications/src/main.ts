import 'reflect-metadata';
import { runEventService } from '@precis/events/event-service';
import { notificationsProcessSchema } from './config.js';
import { createApp } from './create-app.js';

await runEventService({
  name: 'notifications',
  schema: notificationsProcessSchema,
  environment: process.env,
  process,
  createApp,
});
