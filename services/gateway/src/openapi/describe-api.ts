import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger } from '@precis/runtime/logger';
import { Registry } from 'prom-client';
import { readConfig } from '../config.js';
import { GatewayModule } from '../gateway.module.js';
import { createAdapter } from '../http/fastify-adapter.js';
import { targetsAt } from '../rpc-clients.js';
import { openApiDocument } from './openapi-document.js';

/** Builds the document as it is committed. Opens no port and calls no service: it reads only the declarations of the routes. */
export async function describeApi(): Promise<string> {
  const config = readConfig({
    PUBLIC_URL: 'http://localhost:8080',
    ...targetsAt('unix:/nowhere.sock'),
    CALLER_SECRET: 'no-service-is-called',
  });
  const module = GatewayModule.with({ config, logger: createLogger('gateway', 'silent'), metrics: new Registry() });
  const app = await NestFactory.create<NestFastifyApplication>(module, createAdapter(config), {
    logger: false,
    bodyParser: false,
  });
  try {
    return `${JSON.stringify(await openApiDocument(app), null, 2)}\n`;
  } finally {
    await app.close();
  }
}
