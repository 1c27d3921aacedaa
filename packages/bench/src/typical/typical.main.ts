/**
 * A gateway made of the usual parts of Nest: Express, @nestjs/throttler on Redis, a key look-up and a usage row by TypeORM. Settings: DATABASE_URL,
 * REDIS_URL, BODY, KEYS (comma-separated). Prints its port.
 */
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { createHash, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { ApiKey } from './api-key.entity.js';
import { TypicalModule } from './typical.module.js';
import { UsageRow } from './usage-row.entity.js';

const { DATABASE_URL, REDIS_URL, BODY, KEYS } = process.env as Record<string, string>;
const database = await new DataSource({
  type: 'postgres',
  url: DATABASE_URL,
  entities: [ApiKey, UsageRow],
  synchronize: true,
}).initialize();
await database.getRepository(ApiKey).save(
  KEYS.split(',').map((key) => ({
    keyHash: createHash('sha256').update(key).digest('hex'),
    accountId: randomUUID(),
  })),
);
const app = await NestFactory.create(
  TypicalModule.with(database, REDIS_URL, JSON.parse(BODY) as object),
  new ExpressAdapter(),
  { logger: false },
);
await app.listen(0, '127.0.0.1');
console.log((app.getHttpServer() as { address(): AddressInfo }).address().port);
