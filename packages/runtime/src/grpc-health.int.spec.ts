import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js';
import type { INestApplication } from '@nestjs/common';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import {
  type HealthCheckResponse,
  HealthCheckResponse_ServingStatus as Serving,
  HealthService,
} from '@precis/proto/grpc/health/v1/health';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { createLogger } from './logger.js';
import { startNestApp } from './service-app.js';

let folder: string;
let app: INestApplication;
let client: Client;
let ready: () => Promise<void>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'health-'));
  const url = `unix:${join(folder, 'billing.sock')}`;
  app = await startNestApp({
    module: { module: class Empty {} },
    logger: createLogger('test', 'silent'),
    callerSecrets: {},
    grpc: { url, services: { 'billing.v1': BillingServiceService }, metrics: new Registry(), ready: () => ready() },
  });
  client = new Client(url, credentials.createInsecure());
});
beforeEach(() => {
  ready = async () => undefined;
});
afterAll(async () => {
  client.close();
  await app.close();
  rmSync(folder, { recursive: true });
});

/** Sends no caller's secret, because probes have none. */
function check(service: string): Promise<Serving> {
  const { path, requestSerialize, responseDeserialize } = HealthService.check;
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      { service },
      { deadline: Date.now() + 10_000 },
      (error: ServiceError | null, answer?: HealthCheckResponse) => (error ? reject(error) : resolve(answer!.status)),
    );
  });
}

describe('grpc.health.v1', () => {
  it.each(['', 'billing.v1.BillingService'])('answers SERVING for %p while the service is ready', async (service) => {
    expect(await check(service)).toBe(Serving.SERVING);
  });

  it('answers NOT_SERVING while it is not ready, and when its check hangs', async () => {
    ready = async () => Promise.reject(new Error('shutting down'));
    expect(await check('')).toBe(Serving.NOT_SERVING);
    ready = () => new Promise(() => undefined);
    expect(await check('billing.v1.BillingService')).toBe(Serving.NOT_SERVING);
  });

  it('does not know a service that is not served here', async () => {
    await expect(check('auth.v1.AuthService')).rejects.toMatchObject({ code: status.NOT_FOUND });
  });
});
