import { Body, Controller, Delete, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNameOf } from '../admission/client-name.rule.js';
import { idempotencyKeyOf } from '../http/idempotency-key.js';
import { pathId } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { LONG_BODY_LIMIT_BYTES } from '../http/route-policy.js';
import { required } from '../rpc-answers.js';
import { USAGE, type UsageRpc } from '../rpc-clients.js';
import { batch, batchBody, type BatchBody, batchView } from './batches.schemas.js';
import { StartBatch } from './start-batch.usecase.js';

const ID = pathId('batch_not_found', 'There is no such batch.');
const NO_BATCH = 'usage answered without a batch';
const POLL_SECONDS = 5;

/**
 * Up to 100 summaries by one call (SUM-27). Its body may have 5 MB (LIMIT-7), and its caller needs an API key (API-5). Reading and cancelling a batch
 * cost nothing.
 */
@ApiTags('youtube')
@Controller('api/youtube/batches')
export class BatchesController {
  constructor(
    private readonly batches: StartBatch,
    @Inject(USAGE) private readonly usage: UsageRpc,
  ) {}

  @Post()
  @Operation({
    summary: 'Summarise 1 to 100 videos while nobody waits; each summary costs one video, everything else nothing',
    access: 'api-key',
    api: 'public',
    accountLimits: ['batch'],
    bodyLimitBytes: LONG_BODY_LIMIT_BYTES,
    body: batchBody,
    largeBody: 'batch',
    accepted: batch,
    errors: [422],
    idempotent: true,
  })
  async create(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { items }: BatchBody,
  ) {
    const started = await this.batches.execute({
      accountId: principalOf(request).accountId,
      requestId: request.id,
      client: clientNameOf(request.headers),
      items,
      idempotencyKey: idempotencyKeyOf(request.headers['idempotency-key']),
    });
    if (started.replayed) void reply.header('idempotency-replayed', 'true');
    void reply.headers({
      location: `/api/youtube/batches/${started.batch.batchId}`,
      'retry-after': POLL_SECONDS,
    });
    return { success: true, data: batchView(started.batch) };
  }

  @Get(':id')
  @Operation({
    summary: 'A batch, with the outcome of each item',
    access: 'api-key',
    id: ID,
    api: 'public',
    ok: batch,
    errors: [404],
  })
  async read(@Req() request: FastifyRequest, @Param('id') batchId: string) {
    const { accountId } = principalOf(request);
    const { batch: found } = await this.usage.getBatch({ accountId, batchId }, { idempotent: true });
    return { success: true, data: batchView(required(found, NO_BATCH)) };
  }

  @Delete(':id')
  @Operation({
    summary: 'Cancels a batch: the items that have not ended cost nothing',
    access: 'api-key',
    id: ID,
    api: 'public',
    accountLimits: ['cancel'],
    ok: batch,
    errors: [404],
  })
  async cancel(@Req() request: FastifyRequest, @Param('id') batchId: string) {
    const { accountId } = principalOf(request);
    const { batch: found } = await this.usage.cancelBatch({ accountId, batchId }, { idempotent: true });
    return { success: true, data: batchView(required(found, NO_BATCH)) };
  }
}
