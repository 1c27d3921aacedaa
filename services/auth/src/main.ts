import 'reflect-metadata';
import { runEventService } from '@precis/events/start-service';
import { auth } from './service.js';

await runEventService(auth, process.env, process);
