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
import { DomainError } from '@precis/runtime/domain-error';
import { ApplyOperations } from './apply-operations.usecase.js';
import { isText, operationFromProto, outcomeToProto } from './operation-from-proto.js';
import { QuotaRefusals } from './quota-refusals.provider.js';
import { ReleaseAllReservations } from './release-all-reservations.usecase.js';
import { RenewHolder } from './renew-holder.usecase.js';

/** One transaction stays short: a gateway sends what one turn of its event loop gathered. */
const MAX_OPERATIONS = 1_000;

@Controller()
export class QuotaController {
  constructor(
    private readonly applyOperations: ApplyOperations,
    private readonly holders: RenewHolder,
    private readonly reservations: ReleaseAllReservations,
    private readonly refusals: QuotaRefusals,
  ) {}

  @GrpcMethod('UsageService', 'apply')
  @Callers('gateway')
  async apply(request: ApplyRequest): Promise<ApplyResponse> {
    if (request.operations.length > MAX_OPERATIONS)
      throw new DomainError('invalid', 'batch_too_large', `At most ${MAX_OPERATIONS} operations.`);
    const outcomes = await this.applyOperations.execute(request.operations.map(operationFromProto));
    this.refusals.count(outcomes);
    return { outcomes: outcomes.map((outcome, index) => outcomeToProto(request.operations[index].callId, outcome)) };
  }

  @GrpcMethod('UsageService', 'renewHolder')
  @Callers('gateway')
  async renewHolder(request: RenewHolderRequest): Promise<RenewHolderResponse> {
    if (!isText(request.holder)) throw new DomainError('invalid', 'holder_invalid', 'The holder is not usable text.');
    await this.holders.execute(request.holder);
    return {};
  }

  @GrpcMethod('UsageService', 'releaseAllReservations')
  @Callers('standalone')
  async releaseAllReservations(): Promise<ReleaseAllReservationsResponse> {
    return { released: await this.reservations.execute() };
  }
}
