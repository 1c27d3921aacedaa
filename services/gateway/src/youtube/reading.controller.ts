import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { requireVideo } from '../admission/require-video.js';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { EstimateResponse } from '@precis/proto/summarisation/v1/summarisation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LargeBodies } from '../http/large-bodies.js';
import { Operation } from '../http/operation.decorator.js';
import { prefersAsync } from '../http/prefers-async.js';
import { contextOf, principalOf } from '../http/request-context.js';
import { LONG_BODY_LIMIT_BYTES } from '../http/route-policy.js';
import { quotaOf } from '../admission/call-facts.js';
import {
  OPERATIONS,
  SUMMARISATION,
  SUMMARISATION_LONG,
  type SummarisationRpc,
  type UsageOperations,
} from '../rpc-clients.js';
import { canBeJob, parametersOf, suppliedOf } from './asked-summary.js';
import {
  estimate,
  estimateView,
  transcript,
  transcriptBody,
  type TranscriptBody,
  transcriptView,
} from './reading.schemas.js';
import { type Caption, subtitles, SUBTITLE_TYPES } from './transcript-forms.js';
import { summariseBody, type SummariseBody } from './youtube.schemas.js';

/** YouTube gets 9 s. The rest is for transport, and for parsing a long transcript. */
const DEADLINE_MS = 14_000;
const NO_CALL = '';

/** Free reads of a video: its transcript (VID-20), and an estimate of what a summary would cost (SUM-26). */
@ApiTags('youtube')
@Controller('api/youtube')
export class ReadingController {
  constructor(
    @Inject(SUMMARISATION) private readonly summarisation: SummarisationRpc,
    @Inject(SUMMARISATION_LONG) private readonly summarisationLong: SummarisationRpc,
    @Inject(OPERATIONS) private readonly usage: UsageOperations,
    private readonly largeBodies: LargeBodies,
  ) {}

  @Post('transcript')
  @Operation({
    summary: 'The transcript of a video; costs no video, and is limited by the day',
    access: 'api-key',
    api: 'public',
    body: transcriptBody,
    ok: transcript,
    okTexts: SUBTITLE_TYPES,
    errors: [404],
  })
  async transcript(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { url, language = '', format = 'segments' }: TranscriptBody,
  ) {
    const { accountId } = principalOf(request);
    const read = await this.summarisationLong.getTranscript(
      { url, accountId, language },
      // Not repeated, because a repeat would count against the daily limit again.
      { deadlineMs: DEADLINE_MS, correlationId: request.id },
    );
    requireVideo(read.invalidCode);
    const captions = JSON.parse(new TextDecoder().decode(read.segments)) as Caption[];
    return format === 'srt' || format === 'vtt'
      ? subtitles(captions, format, reply)
      : transcriptView(read, captions, format);
  }

  @Post('estimate')
  @Operation({
    summary: 'What summarise would do with the same body, and what it would cost; costs nothing',
    access: 'api-key',
    api: 'public',
    bodyLimitBytes: LONG_BODY_LIMIT_BYTES,
    body: summariseBody,
    largeBody: 'summarise',
    ok: estimate,
  })
  async estimate(@Req() request: FastifyRequest, @Body() body: SummariseBody) {
    const { accountId } = principalOf(request);
    const [found, peeked] = await Promise.all([
      this.found(request, body),
      this.usage.ask({ accountId, callId: NO_CALL, operation: { $case: 'peek', value: {} } }),
    ]);
    requireVideo(found.invalidCode);
    const quota = quotaOf(peeked);
    contextOf(request).quota = quota;
    return estimateView(found, quota, prefersAsync(request.headers.prefer) && canBeJob(body, request));
  }

  private found(request: FastifyRequest, body: SummariseBody): Promise<EstimateResponse> {
    const { accountId } = principalOf(request);
    const { largeBody } = contextOf(request);
    const asked = {
      url: body.url ?? '',
      parameters: parametersOf(body),
      accountId,
      transcript: suppliedOf(body),
    };
    const rpc = largeBody ? this.summarisationLong : this.summarisation;
    const run = () => rpc.estimate(asked, { deadlineMs: DEADLINE_MS, correlationId: request.id });
    return largeBody ? this.largeBodies.carry(accountId, largeBody, () => false, run) : run();
  }
}
