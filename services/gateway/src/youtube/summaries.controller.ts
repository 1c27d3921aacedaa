import { Controller, Delete, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { StoredSummary } from '@precis/proto/usage/v1/usage';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerInTime } from '../answer-in-time.js';
import { message } from '../auth/auth.schemas.js';
import { pathId } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { required } from '../rpc-answers.js';
import { SUMMARISATION, type SummarisationRpc, USAGE, type UsageRpc } from '../rpc-clients.js';
import { inForm, TEXT_TYPES } from './summary-form.js';
import {
  storedSummaryView,
  summariesQuery,
  type SummariesQuery,
  summaryAgain,
  summaryAgainView,
  summaryList,
  summaryQuery,
  type SummaryQuery,
  verification,
  verificationView,
} from './summaries.schemas.js';
import { formOf } from './youtube.schemas.js';

const CALL_ID = pathId('summary_not_found', 'There is no such summary.');

/** An account's own summaries (SUM-12). Usage knows which ones it may read, summarisation has their content. Reading costs nothing (QUOTA-2). */
@ApiTags('youtube')
@Controller('api/youtube/summaries')
export class SummariesController {
  constructor(
    @Inject(USAGE) private readonly usage: UsageRpc,
    @Inject(SUMMARISATION) private readonly summarisation: SummarisationRpc,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Get()
  @Operation({
    summary: 'The summaries of the last 30 days, newest first; q finds part of a title',
    access: 'either',
    api: 'public',
    query: summariesQuery,
    ok: summaryList,
  })
  async list(@Req() request: FastifyRequest, @Query() { cursor, limit, q = '' }: SummariesQuery) {
    const { accountId } = principalOf(request);
    const { summaries, next } = await this.usage.listSummaries(
      { accountId, search: q, cursor, limit },
      { idempotent: true },
    );
    const ticks = await this.ticksOf(summaries);
    return {
      success: true,
      summaries: summaries.map((one) => storedSummaryView(one, ticks.get(one.resultRef))),
      next: next || null,
    };
  }

  @Get(':id')
  @Operation({
    summary: 'A summary of the last 30 days once more; costs nothing',
    access: 'either',
    id: CALL_ID,
    api: 'public',
    query: summaryQuery,
    ok: summaryAgain,
    okTexts: TEXT_TYPES,
    errors: [404],
  })
  async again(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') callId: string,
    @Query() query: SummaryQuery,
  ) {
    const { accountId } = principalOf(request);
    const found = await this.usage.findSummary({ accountId, callId }, { idempotent: true });
    const summary = required(found.summary, 'usage answered without a summary');
    const { resultRef } = summary;
    const stored = await this.summarisation.getResult({ resultRef }, { idempotent: true });
    const result = required(stored.result, 'summarisation answered without a result');
    const form = formOf(query);
    return inForm(result, form, reply, () => summaryAgainView(summary, result, form.timestamps));
  }

  @Get(':id/verify')
  @Operation({
    summary: 'Check each sentence of a summary against what is said in the video; costs nothing',
    access: 'either',
    id: CALL_ID,
    api: 'public',
    ok: verification,
    errors: [404],
  })
  async verify(@Req() request: FastifyRequest, @Param('id') callId: string) {
    const { accountId } = principalOf(request);
    const found = await this.usage.findSummary({ accountId, callId }, { idempotent: true });
    const summary = required(found.summary, 'usage answered without a summary');
    const { resultRef } = summary;
    return verificationView(callId, await this.summarisation.verifyResult({ resultRef }, { idempotent: true }));
  }

  @Delete(':id')
  @Operation({
    summary: 'Delete a summary from the list; its call still counts',
    access: 'either',
    id: CALL_ID,
    api: 'public',
    ok: message,
    errors: [404],
  })
  async delete(@Req() request: FastifyRequest, @Param('id') callId: string) {
    const { accountId } = principalOf(request);
    await this.usage.hideSummary({ accountId, callId });
    return { success: true, message: 'The summary has been deleted' };
  }

  /** Moments by result reference, from one call for the whole page. The list is shown without them when the call fails. */
  private async ticksOf(summaries: StoredSummary[]): Promise<Map<string, number[]>> {
    const resultRefs = [...new Set(summaries.map(({ resultRef }) => resultRef))];
    if (resultRefs.length === 0) return new Map();
    const found = await answerInTime(this.logger, 'the ticks of summaries', (options) =>
      this.summarisation.getTicks({ resultRefs }, options),
    );
    return new Map(found?.results.map(({ resultRef, startMs }) => [resultRef, startMs]));
  }
}
