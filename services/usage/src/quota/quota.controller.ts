import { Controller } from '@nestjs/common';
import {
  type ApplyRequest,
  type ApplyResponse,
  type ReleaseAllReservationsResponse,
  type RenewHolderRequest,
  type RenewHolderResponse,
} from '@precis/proto/usage/v1/usage';
import { GrpcMethod } from '@nestjs/microservices';
import { Callers } from '@precis/runtime/callers.guard';
import { Counter, Registry } from 'prom-client';
import { ApplyOperations } from './apply-operations.usecase.js';
import { isText, operationFromProto, outcomeToProto } from './operation-from-proto.js';
import { batchTooLarge, holderInvalid } from './quota.errors.js';
import { ReleaseAllReservations } from './release-all-reservations.usecase.js';
import { RenewHolder } from './renew-holder.usecase.js';

/** One transaction stays short: a gateway sends what one turn of its event loop gathered. */
const MAX_OPERATIONS = 1_000;
const REFUSALS = ['exhausted', 'in_use'] as const;

@Controller()
export class QuotaController {
  /** Operations that were refused for want of quota (QUOTA-8), as they are answered. */
  private readonly refusals: Counter<'reason'>;
  private readonly operations: Counter<'outcome'>;

  constructor(
    private readonly applyOperations: ApplyOperations,
    private readonly renew: RenewHolder,
    private readonly releaseAll: ReleaseAllReservations,
    metrics: Registry,
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
  }

  @GrpcMethod('UsageService', 'apply')
  @Callers('gateway')
  async apply(request: ApplyRequest): Promise<ApplyResponse> {
    if (request.operations.length > MAX_OPERATIONS) throw batchTooLarge(MAX_OPERATIONS);
    const outcomes = await this.applyOperations.execute(request.operations.map(operationFromProto));
    for (const { outcome } of outcomes) {
      this.operations.inc({ outcome: outcome.kind });
      const reason = REFUSALS.find((one) => one === outcome.kind);
      if (reason) this.refusals.inc({ reason });
    }
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
}
