import 'reflect-metadata';
import { runEventService } from '@precis/events/event-service';
import { processSchema } from './config.js';
import { createApp } from './create-app.js';

await runEventService({ name: 'sample', schema: processSchema, environment: process.env, process, createApp });
