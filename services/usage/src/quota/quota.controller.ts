import { Controller, Inject, type OnModuleDestroy } from '@nestjs/common';
import { GrpcMethod, GrpcStreamMethod } from '@nestjs/microservices';
import type { ServeRequest, ServeResponse } from '@precis/proto/batch/v1/batch';
import {
  type ApplyRequest,
  type ApplyResponse,
  Operation,
  Outcome,
  type ReleaseAllReservationsResponse,
  type RenewHolderRequest,
  type RenewHolderResponse,
  UsageServiceService,
} from '@precis/proto/usage/v1/usage';
import { encoderOf } from '@precis/runtime/batches/encoder';
import { ServedBatches } from '@precis/runtime/batches/served-batches';
import { Callers } from '@precis/runtime/callers.guard';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { Counter, Registry } from 'prom-client';
import type { Observable } from 'rxjs';
import { ApplyOperations } from './apply-operations.usecase.js';
import type { AccountOutcome } from './operation-batch.js';
import { isText, operationFromProto, outcomeToProto } from './operation-from-proto.js';
import { batchTooLarge, holderInvalid } from './quota.errors.js';
import { ReleaseAllReservations } from './release-all-reservations.usecase.js';
import { RenewHolder } from './renew-holder.usecase.js';

/** The most operations of one unary request: they share statements, and so locks. A gateway sends at most 500 (batch-client.ts). */
const MAX_OPERATIONS = 1_000;
const REFUSALS = ['exhausted', 'in_use'] as const;
const encodeOutcome = encoderOf(Outcome);

@Controller()
export class QuotaController implements OnModuleDestroy {
  /** Counts operations that were refused for lack of quota (QUOTA-8). */
  private readonly refusals: Counter<'reason'>;
  private readonly operations: Counter<'outcome'>;
  private readonly batches: ServedBatches<Operation>;

  constructor(
    private readonly applyOperations: ApplyOperations,
    private readonly renew: RenewHolder,
    private readonly releaseAll: ReleaseAllReservations,
    metrics: Registry,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.refusals = new Counter({
      name: 'precis_quota_refusals_total',
      help: 'Metered calls refused with 429 quota_exceeded, by reason: exhausted, or in_use (the rest is reserved by open calls).',
      labelNames: ['reason'],
      registers: [metrics],
    });
    for (const reason of REFUSALS) this.refusals.inc({ reason }, 0);
    this.operations = new Counter({
      name: 'precis_quota_operations_total',
      help: 'Operations on metered calls by what was decided: granted, charged, replay, busy, mismatch, exhausted, in_use, released, refunded, peeked, invalid.',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of ['granted', 'charged', 'released']) this.operations.inc({ outcome }, 0);
    const method = {
      path: UsageServiceService.apply.path,
      decode: (request: Uint8Array) => Operation.decode(request),
      work: (operations: Operation[], answer: (places: number[], outcomes: Uint8Array[], passes: boolean) => void) =>
        this.applyEach(operations, answer),
    };
    this.batches = new ServedBatches(method, metrics, logger);
  }

  /** Ends the streams, which never end by themselves: the server waits for its calls. */
  onModuleDestroy(): void {
    this.batches.close();
  }

  /** Serves the operations of a gateway, while both processes live. */
  @GrpcStreamMethod('BatchService', 'serve')
  @Callers('gateway')
  serve(requests: Observable<ServeRequest>): Observable<ServeResponse> {
    return this.batches.serve(requests);
  }

  @GrpcMethod('UsageService', 'apply')
  @Callers('gateway')
  async apply(request: ApplyRequest): Promise<ApplyResponse> {
    if (request.operations.length > MAX_OPERATIONS) throw batchTooLarge(MAX_OPERATIONS);
    const outcomes = await this.applyOperations.execute(request.operations.map(operationFromProto));
    this.count(outcomes);
    return { outcomes: outcomes.map((outcome, index) => outcomeToProto(request.operations[index].callId, outcome)) };
  }

  @GrpcMethod('UsageService', 'renewHolder')
  @Callers('gateway')
  async renewHolder(request: RenewHolderRequest): Promise<RenewHolderResponse> {
    if (!isText(request.holder)) throw holderInvalid();
    await this.renew.execute(request.holder);
    return {};
  }

  @GrpcMethod('UsageService', 'releaseAllReservations')
  @Callers('standalone')
  async releaseAllReservations(): Promise<ReleaseAllReservationsResponse> {
    return { released: await this.releaseAll.execute() };
  }

  private async applyEach(
    operations: Operation[],
    answer: (places: number[], outcomes: Uint8Array[], passes: boolean) => void,
  ): Promise<void> {
    await this.applyOperations.execute(operations.map(operationFromProto), (places, outcomes, passes) => {
      this.count(outcomes);
      const messages = places.map((place, index) => outcomeToProto(operations[place].callId, outcomes[index]));
      answer(places, messages.map(encodeOutcome), passes);
    });
  }

  private count(outcomes: AccountOutcome[]): void {
    for (const [kind, { length }] of Map.groupBy(outcomes, ({ outcome }) => outcome.kind)) {
      this.operations.inc({ outcome: kind }, length);
      const reason = REFUSALS.find((one) => one === kind);
      if (reason) this.refusals.inc({ reason }, length);
    }
  }
}
