import 'reflect-metadata';
import { runEventService } from '@precis/events/event-service';
import { billingProcessSchema } from './config.js';
import { createApp } from './create-app.js';

await runEventService({ name: 'billing', schema: billingProcessSchema, environment: process.env, process, createApp });
