import { Controller, Get, Module } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { Callers } from './callers.guard.js';
import { connectRpc, type Rpc } from './grpc-client.js';
import { createLogger } from './logger.js';
import { startNestApp } from './service-app.js';

@Controller()
class Answers {
  @GrpcMethod('BillingService', 'listPlans')
  @Callers('gateway')
  async listPlans() {
    return { plans: [] };
  }

  @GrpcMethod('BillingService', 'grantTerm')
  async grantTerm() {
    return { startsAtSeconds: 0, endsAtSeconds: 0 };
  }

  @Get('healthz')
  health() {
    return 'alive';
  }
}

@Module({ controllers: [Answers] })
class Service {}

const secrets = { gateway: 'secret-of-the-gateway', usage: 'secret-of-usage' };
let folder: string;
let app: NestFastifyApplication;
const clients: Rpc<typeof BillingServiceService>[] = [];

function as(caller: string, secret: string) {
  const client = connectRpc(BillingServiceService, { address: `unix:${join(folder, 's')}`, caller, secret });
  clients.push(client);
  return client;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guard-'));
  const grpc = {
    url: `unix:${join(folder, 's')}`,
    services: { 'billing.v1': BillingServiceService },
    metrics: new Registry(),
  };
  app = (await startNestApp({
    module: Service,
    logger: createLogger('test', 'silent'),
    callerSecrets: secrets,
    grpc,
  })) as NestFastifyApplication;
});
afterAll(async () => {
  for (const client of clients) client.close();
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the guard of the callers', () => {
  it('admits a listed caller, and refuses an unlisted, an unknown and an unauthenticated one', async () => {
    await expect(as('gateway', secrets.gateway).listPlans({})).resolves.toEqual({ plans: [] });
    await expect(as('usage', secrets.usage).listPlans({})).rejects.toMatchObject({ code: 'caller_refused' });
    await expect(as('stranger', secrets.gateway).listPlans({})).rejects.toMatchObject({ code: 'caller_unknown' });
    await expect(as('gateway', secrets.usage).listPlans({})).rejects.toMatchObject({ code: 'caller_unknown' });
    await expect(as('__proto__', '').listPlans({})).rejects.toMatchObject({ code: 'caller_unknown' });
  });

  it('refuses everybody at an RPC that lists nobody', async () => {
    const request = { grantId: '', accountId: '', plan: '', months: 0 };
    await expect(as('gateway', secrets.gateway).grantTerm(request)).rejects.toMatchObject({ code: 'caller_refused' });
  });

  it('leaves the HTTP port to probes, which have no secret', async () => {
    const answer = await app.inject({ method: 'GET', url: '/healthz' });
    expect([answer.statusCode, answer.body]).toEqual([200, 'alive']);
  });
});
