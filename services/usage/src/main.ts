import 'reflect-metadata';
import { runEventService } from '@precis/events/start-service';
import { usage } from './service.js';

await runEventService(usage, process.env, process);
