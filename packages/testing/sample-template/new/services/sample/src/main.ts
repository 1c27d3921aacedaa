import 'reflect-metadata';
import { runEventService } from '@precis/events/start-service';
import { sample } from './service.js';

await runEventService(sample, process.env, process);
