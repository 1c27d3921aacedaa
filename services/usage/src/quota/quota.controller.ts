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
import { ApplyOperations } from './apply-operations.usecase.js';
import { isText, operationFromProto, outcomeToProto } from './operation-from-proto.js';
import { batchTooLarge, holderInvalid } from './quota.errors.js';
import { QuotaRefusals } from './quota-refusals.provider.js';
import { ReleaseAllReservations } from './release-all-reservations.usecase.js';
import { RenewHolder } from './renew-holder.usecase.js';

/** One transaction stays short: a gateway sends what one turn of its event loop gathered. */
const MAX_OPERATIONS = 1_000;

@Controller()
export class QuotaController {
  constructor(
    private readonly applyOperations: ApplyOperations,
    private readonly renew: RenewHolder,
    private readonly releaseAll: ReleaseAllReservations,
    private readonly refusals: QuotaRefusals,
  ) {}

  @GrpcMethod('UsageService', 'apply')
  @Callers('gateway')
  async apply(request: ApplyRequest): Promise<ApplyResponse> {
    if (request.operations.length > MAX_OPERATIONS) throw batchTooLarge(MAX_OPERATIONS);
    const outcomes = await this.applyOperations.execute(request.operations.map(operationFromProto));
    this.refusals.count(outcomes);
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
