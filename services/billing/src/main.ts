import 'reflect-metadata';
import { runEventService } from '@precis/events/start-service';
import { billing } from './service.js';

await runEventService(billing, process.env, process);
