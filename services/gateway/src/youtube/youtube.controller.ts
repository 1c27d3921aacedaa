import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { requireVideo } from '../admission/require-video.js';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNameOf, PLAYGROUND_CLIENT } from '../admission/client-name.rule.js';
import type { MeteredRequest } from '../admission/call-facts.js';
import { RunMeteredCall } from '../admission/run-metered-call.usecase.js';
import { HttpProblem } from '../http/http-problem.js';
import { idempotencyKeyOf } from '../http/idempotency-key.js';
import { Operation } from '../http/operation.decorator.js';
import { contextOf, principalOf } from '../http/request-context.js';
import { LONG_BODY_LIMIT_BYTES } from '../http/route-policy.js';
import { prefersAsync } from '../http/prefers-async.js';
import { wantsEventStream } from '../http/wants-event-stream.js';
import { canBeJob, parametersOf, suppliedOf } from './asked-summary.js';
import { acceptedJob, acceptedJobView } from './jobs.schemas.js';
import { StartJob } from './start-job.usecase.js';
import { StreamSummary } from './stream-summary.usecase.js';
import { STREAMED } from './summary-events.js';
import {
  formOf,
  info,
  infoBody,
  type InfoBody,
  resultView,
  summariseBody,
  type SummariseBody,
  summarised,
} from './youtube.schemas.js';
import { readyBody } from './ready-body.js';
import { TEXT_TYPES } from './summary-form.js';
import { SUMMARISATION, type SummarisationRpc } from '../rpc-clients.js';

/** YouTube gets 9 s; the rest is for transport. */
const INFO_DEADLINE_MS = 12_000;
/** The poll interval that clients are told for a job. */
const POLL_SECONDS = 2;
const METERED_ERRORS = [404, 409, 422];

@ApiTags('youtube')
@Controller('api/youtube')
export class YoutubeController {
  constructor(
    @Inject(SUMMARISATION) private readonly summarisation: SummarisationRpc,
    private readonly meteredCall: RunMeteredCall,
    private readonly streams: StreamSummary,
    private readonly jobs: StartJob,
  ) {}

  @Post('summarize')
  @Operation({
    summary: 'Summarise a video; one call on success costs one video of the quota',
    access: 'api-key',
    api: 'public',
    bodyLimitBytes: LONG_BODY_LIMIT_BYTES,
    body: summariseBody,
    largeBody: 'summarise',
    ok: summarised,
    accepted: acceptedJob,
    stream: STREAMED,
    okTexts: TEXT_TYPES,
    errors: METERED_ERRORS,
    idempotent: true,
  })
  summarise(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: SummariseBody,
  ) {
    const call = callOf(request, '/api/youtube/summarize', clientNameOf(request.headers), body);
    if (prefersAsync(request.headers.prefer) && canBeJob(body, request))
      return this.named(request, this.job(call, request, reply));
    return this.metered(call, request, reply);
  }

  @Post('playground/summarize')
  @Operation({
    summary: 'Summarise a video from the web playground',
    access: 'session',
    isRecorded: true,
    addressLimits: ['playground-address'],
    accountLimits: ['playground'],
    bodyLimitBytes: LONG_BODY_LIMIT_BYTES,
    body: summariseBody,
    largeBody: 'summarise',
    ok: summarised,
    stream: STREAMED,
    okTexts: TEXT_TYPES,
    errors: METERED_ERRORS,
    idempotent: true,
  })
  playground(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: SummariseBody,
  ) {
    const call = callOf(request, '/api/youtube/playground/summarize', PLAYGROUND_CLIENT, body);
    return this.metered(call, request, reply);
  }

  @Post('info')
  @Operation({
    summary: 'Title and transcript languages of a video; costs nothing',
    access: 'either',
    api: 'public',
    body: infoBody,
    ok: info,
    errors: [404],
  })
  async info(@Req() request: FastifyRequest, @Body() { url }: InfoBody) {
    const { accountId } = principalOf(request);
    const found = await this.summarisation.getInfo(
      { url, accountId },
      { deadlineMs: INFO_DEADLINE_MS, idempotent: true },
    );
    requireVideo(found.invalidCode);
    return {
      success: true,
      data: {
        video_id: found.videoId,
        title: found.title,
        transcript_available: found.tracks.length > 0,
        available_languages: [...new Set(found.tracks.map((track) => track.code))],
        languages: found.tracks.map(({ code, name, isGenerated }) => ({ code, name, is_generated: isGenerated })),
        duration_seconds: found.durationSeconds || null,
      },
    };
  }

  private metered(call: MeteredRequest, request: FastifyRequest, reply: FastifyReply) {
    // A format other than JSON is requested in the body, which takes precedence over Accept.
    const answer: Promise<unknown> =
      call.form.format === 'json' && wantsEventStream(request.headers.accept)
        ? this.streams.execute(call, request, reply)
        : this.whole(call, request, reply);
    return this.named(request, answer);
  }

  /** Records the quota that a refusal names. Asking usage again for the headers would double the load of a flood of refused calls. */
  private named<T>(request: FastifyRequest, answer: Promise<T>): Promise<T> {
    return answer.catch((error: unknown) => {
      if (error instanceof HttpProblem) contextOf(request).quota = error.extra.limit;
      throw error;
    });
  }

  private async whole(call: MeteredRequest, request: FastifyRequest, reply: FastifyReply) {
    const answer = await this.meteredCall.execute(call);
    contextOf(request).quota = answer.quota;
    if (answer.replayed) void reply.header('idempotency-replayed', 'true');
    const { type, text } = 'ready' in answer ? answer.ready : readyBody(answer.result, call.form);
    void reply.type(type);
    return text;
  }

  private async job(call: MeteredRequest, request: FastifyRequest, reply: FastifyReply) {
    const started = await this.jobs.execute(call);
    contextOf(request).quota = started.quota;
    Object.assign(call.note ?? {}, { replayed: started.replayed });
    if (started.replayed) void reply.header('idempotency-replayed', 'true');
    if ('result' in started) return resultView(started.result, call.form.timestamps);
    const { job } = started;
    void reply.status(202).headers({
      location: `/api/youtube/jobs/${job.jobId}`,
      'preference-applied': 'respond-async',
      'retry-after': POLL_SECONDS,
    });
    return acceptedJobView(job);
  }
}

function callOf(request: FastifyRequest, endpoint: string, client: string, body: SummariseBody): MeteredRequest {
  return {
    accountId: principalOf(request).accountId,
    requestId: request.id,
    endpoint,
    client,
    url: body.url ?? '',
    largeBody: contextOf(request).largeBody,
    transcript: suppliedOf(body),
    parameters: parametersOf(body),
    form: formOf(body),
    idempotencyKey: idempotencyKeyOf(request.headers['idempotency-key']),
    note: (contextOf(request).call = {}),
  };
}
