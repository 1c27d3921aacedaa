import { Controller, Inject } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import {
  ChargeState,
  type FindRequestRequest,
  type FindRequestResponse,
  type ListRequestsRequest,
  type ListRequestsResponse,
  type ListedRequest,
  type RecordRequestsRequest,
  type RecordRequestsResponse,
  type RequestRecord,
} from '@precis/proto/usage/v1/usage';
import { Callers } from '@precis/runtime/callers.guard';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { isCanonicalUuid } from '@precis/runtime/uuid';
import { isText } from '../quota/operation-from-proto.js';
import { cursorOf, pageStartOf } from '../paging/list-cursor.js';
import { isTimeOfRequest, requestsUnreadableUpTo } from './request-retention.rule.js';
import { requestNotFound } from './requests.errors.js';
import { type KeptRequest, RequestsRepository } from './requests.repository.js';

const MOST_RECORDS = 500;
const MOST_ON_A_PAGE = 500;
const CHARGES: Record<NonNullable<KeptRequest['callState']>, ChargeState> = {
  reserved: ChargeState.CHARGE_STATE_PENDING,
  charged: ChargeState.CHARGE_STATE_CHARGED,
  released: ChargeState.CHARGE_STATE_NOT_CHARGED,
  refunded: ChargeState.CHARGE_STATE_REFUNDED,
};

/** The records of an account's requests (API-33). */
@Controller()
export class RequestsController {
  constructor(
    private readonly requests: RequestsRepository,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Drops invalid records, and those beyond the first 500, so that one invalid record does not make its whole batch fail. */
  @GrpcMethod('UsageService', 'recordRequests')
  @Callers('gateway')
  async recordRequests({ records }: RecordRequestsRequest): Promise<RecordRequestsResponse> {
    const now = this.clock.now();
    const kept = records.slice(0, MOST_RECORDS).filter((one) => isReadable(one) && isTimeOfRequest(one.atMs, now));
    const count = records.length - kept.length;
    if (count > 0)
      this.logger.warn({ count }, 'records of requests were dropped, because they are invalid or too many');
    await this.requests.add(kept);
    return {};
  }

  @GrpcMethod('UsageService', 'findRequest')
  @Callers('gateway')
  async findRequest({ accountId, requestId }: FindRequestRequest): Promise<FindRequestResponse> {
    const after = requestsUnreadableUpTo(this.clock.now());
    const found = isCanonicalUuid(accountId) && (await this.requests.find(accountId, requestId, after));
    if (!found) throw requestNotFound();
    return toldOf(accountId, found);
  }

  @GrpcMethod('UsageService', 'listRequests')
  @Callers('gateway')
  async listRequests({ accountId, cursor, limit: wished }: ListRequestsRequest): Promise<ListRequestsResponse> {
    const position = pageStartOf(cursor);
    if (!isCanonicalUuid(accountId)) return { requests: [], next: '' };
    const limit = Math.min(Math.max(wished, 1), MOST_ON_A_PAGE);
    // One more tells whether there is a next page.
    const found = await this.requests.list(accountId, requestsUnreadableUpTo(this.clock.now()), position, limit + 1);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      requests: page.map((one) => toldOf(accountId, one)),
      next: last && found.length > limit ? cursorOf({ at: last.at, rowId: last.recordId }) : '',
    };
  }
}

function toldOf(accountId: string, { at, callId, callState, ...rest }: KeptRequest): ListedRequest {
  return {
    record: { ...rest, accountId, atMs: at.getTime(), callId: callId ?? '' },
    // A replay names a call that was charged before; this request itself cost nothing.
    charge: callState === null || rest.replayed ? ChargeState.CHARGE_STATE_NOT_CHARGED : CHARGES[callState],
  };
}

function isReadable(one: RequestRecord): boolean {
  return (
    isCanonicalUuid(one.recordId) &&
    isCanonicalUuid(one.accountId) &&
    (one.callId === '' || isCanonicalUuid(one.callId)) &&
    [one.requestId, one.method, one.endpoint, one.code, one.client, one.engine].every(isText)
  );
}
