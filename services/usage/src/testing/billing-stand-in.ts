import { Controller, type INestApplication, Module } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import {
  BillingServiceService,
  type GetTimetableRequest,
  type GetTimetableResponse,
} from '@precis/proto/billing/v1/billing';
import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { Callers } from '@precis/runtime/callers.guard';
import { createLogger } from '@precis/runtime/logger';
import { startNestApp } from '@precis/runtime/service-app';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';

/** The state and behaviour of the simulated service; the test changes it. */
class Knowledge {
  /** Requested accounts, in order. */
  readonly asked: string[] = [];
  /** The time in ms until the caller's deadline, of the last call. */
  patienceMs = Infinity;
  readonly timetables = new Map<string, SubscriptionChanged>();
  /** Accepts calls and does not answer them until it is closed. */
  hangs = false;
  readonly closing = Promise.withResolvers<void>();
}

@Controller()
class BillingController {
  constructor(private readonly knowledge: Knowledge) {}

  @GrpcMethod('BillingService', 'getTimetable')
  @Callers('usage')
  async getTimetable(
    { accountId }: GetTimetableRequest,
    _: unknown,
    call: { getDeadline(): Date | number },
  ): Promise<GetTimetableResponse> {
    this.knowledge.patienceMs = Number(call.getDeadline()) - Date.now();
    this.knowledge.asked.push(accountId);
    if (this.knowledge.hangs) await this.knowledge.closing.promise;
    return { timetable: this.knowledge.timetables.get(accountId) };
  }
}

@Module({})
class BillingModule {}

/** Simulates billing for usage: a gRPC server that admits only usage, with timetables and health as the test decides. */
export class BillingStandIn {
  private constructor(
    readonly address: string,
    readonly knowledge: Knowledge,
    private readonly app: INestApplication,
    private readonly folder: string,
  ) {}

  /** `secret` is that of usage. */
  static async start(secret: string): Promise<BillingStandIn> {
    const folder = await mkdtemp(join(tmpdir(), 'billing-'));
    const [address, knowledge] = [`unix:${join(folder, 's')}`, new Knowledge()];
    const app = await startNestApp({
      module: {
        module: BillingModule,
        controllers: [BillingController],
        providers: [{ provide: Knowledge, useValue: knowledge }],
      },
      logger: createLogger('billing-stand-in', 'silent'),
      callerSecrets: { usage: secret },
      grpc: { url: address, services: { 'billing.v1': BillingServiceService }, metrics: new Registry() },
    });
    return new BillingStandIn(address, knowledge, app, folder);
  }

  /** Adds a plan that runs from a day before to a day after `now`. */
  sell(accountId: string, videosPerMonth: number, now: Date, version = 1): void {
    const [daySeconds, nowSeconds] = [86_400, Math.floor(now.getTime() / 1_000)];
    const entry = {
      plan: 'basic',
      videosPerMonth,
      fromSeconds: nowSeconds - daySeconds,
      toSeconds: nowSeconds + daySeconds,
    };
    this.knowledge.timetables.set(accountId, { userId: accountId, version, freeVideosPerMonth: 3, timetable: [entry] });
  }

  /** Stops listening, like a dead process. */
  async close(): Promise<void> {
    this.knowledge.closing.resolve();
    await this.app.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
