import 'reflect-metadata';
import { runEventService } from '@precis/events/start-service';
import { referrals } from './service.js';

await runEventService(referrals, process.env, process);
