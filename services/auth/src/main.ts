import 'reflect-metadata';
import { runEventService } from '@precis/events/event-service';
import { authProcessSchema } from './config.js';
import { createApp } from './create-app.js';

await runEventService({ name: 'auth', schema: authProcessSchema, environment: process.env, process, createApp });
