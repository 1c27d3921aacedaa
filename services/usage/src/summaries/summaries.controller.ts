import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  FindSummaryRequest,
  FindSummaryResponse,
  HideSummaryRequest,
  HideSummaryResponse,
  ListSummariesRequest,
  ListSummariesResponse,
  StoredSummary,
} from '@precis/proto/usage/v1/usage';
import { Callers } from '@precis/runtime/callers.guard';
import { Clock } from '@precis/runtime/clock';
import { isCanonicalUuid } from '@precis/runtime/uuid';
import { isText } from '../quota/operation-from-proto.js';
import { HideSummary } from './hide-summary.usecase.js';
import { cursorOf, pageStartOf } from '../paging/list-cursor.js';
import { searchInvalid, summaryNotFound } from './summaries.errors.js';
import { type OwnSummary, SummariesRepository } from './summaries.repository.js';

const MOST_ON_A_PAGE = 100;

/** The summaries that an account may read again (SUM-12, DATA-4). Reading changes nothing and costs nothing. */
@Controller()
export class SummariesController {
  constructor(
    private readonly summaries: SummariesRepository,
    private readonly hide: HideSummary,
    private readonly clock: Clock,
  ) {}

  @GrpcMethod('UsageService', 'listSummaries')
  @Callers('gateway')
  async listSummaries(request: ListSummariesRequest): Promise<ListSummariesResponse> {
    const position = pageStartOf(request.cursor);
    const search = request.search.normalize();
    if (!isText(search)) throw searchInvalid();
    const limit = Math.min(Math.max(request.limit, 1), MOST_ON_A_PAGE);
    const now = this.clock.now();
    // One more than the page, to find out whether there is a next page.
    const found = await this.summaries.list(request.accountId, { search, position, limit: limit + 1, now });
    const summaries = found.slice(0, limit);
    const last = summaries.at(-1);
    const next = last && found.length > limit ? cursorOf({ at: last.at, rowId: last.callId }) : '';
    return { summaries: summaries.map(summaryToProto), next };
  }

  @GrpcMethod('UsageService', 'findSummary')
  @Callers('gateway')
  async findSummary({ accountId, callId }: FindSummaryRequest): Promise<FindSummaryResponse> {
    const found = isCanonicalUuid(callId) && (await this.summaries.find(accountId, callId, this.clock.now()));
    if (!found) throw summaryNotFound();
    return { summary: summaryToProto(found) };
  }

  @GrpcMethod('UsageService', 'hideSummary')
  @Callers('gateway')
  async hideSummary({ accountId, callId }: HideSummaryRequest): Promise<HideSummaryResponse> {
    await this.hide.execute(accountId, callId);
    return {};
  }
}

function summaryToProto({ callId, at, client, resultRef, subject }: OwnSummary): StoredSummary {
  return { callId, atMs: at.getTime(), client, resultRef, subject: subject ?? undefined };
}
