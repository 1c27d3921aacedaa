import 'reflect-metadata';
import { runEventService } from '@precis/events/start-service';
import { notifications } from './service.js';

await runEventService(notifications, process.env, process);
