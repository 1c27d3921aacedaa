import 'reflect-metadata';
import { runEventService } from '@precis/events/start-service';
import { summarisation } from './service.js';

await runEventService(summarisation, process.env, process);
