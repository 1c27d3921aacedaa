import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChargeState } from '@precis/proto/usage/v1/usage';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pathId } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { USAGE, type UsageRpc } from '../rpc-clients.js';

const CHARGES = ['no', 'yes', 'pending', 'refunded'] as const;
const count = z.number().int();
const made = z.object({
  success: z.literal(true),
  data: z.object({
    request_id: z.string(),
    time: z.string(),
    method: z.string(),
    endpoint: z.string().describe('The route, without what stood in its place for an id'),
    status: count
      .nullable()
      .describe('Of the answer, or of the error that ended a stream; null when the client left before'),
    code: z.string().nullable().describe('Of an error: see GET /api/errors'),
    charged: z.boolean().describe('Whether this request cost a video, by the count itself'),
    charge: z.enum(CHARGES).describe('pending: its job or its work is under way; refunded: charged and given back'),
    engine: z.string().nullable().describe('What wrote the summary; null where none was delivered'),
    cached: z.boolean().describe('The summary was stored already'),
    idempotent_replay: z.boolean().describe('Its Idempotency-Key had an answer already'),
    latency_ms: count,
    client: z.string(),
    call_id: z
      .string()
      .nullable()
      .describe('Of a metered call: the id of its job, and of its summary once it is charged'),
  }),
});

/** The same bounds as for an X-Request-Id from a client (API-12). */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;
const WORDS: Partial<Record<ChargeState, (typeof CHARGES)[number]>> = {
  [ChargeState.CHARGE_STATE_CHARGED]: 'yes',
  [ChargeState.CHARGE_STATE_PENDING]: 'pending',
  [ChargeState.CHARGE_STATE_REFUNDED]: 'refunded',
};

/** The record of a request (API-33). */
@ApiTags('usage')
@Controller('api/requests')
export class RequestsController {
  constructor(@Inject(USAGE) private readonly usage: UsageRpc) {}

  @Get(':id')
  @Operation({
    summary: 'What became of a request, by its X-Request-Id, for 30 days; it costs nothing',
    access: 'either',
    api: 'public',
    id: pathId('request_not_found', 'There is no such request.', REQUEST_ID, 128),
    ok: made,
    errors: [404],
  })
  async read(@Req() request: FastifyRequest, @Param('id') requestId: string): Promise<z.output<typeof made>> {
    const { accountId } = principalOf(request);
    const { record, charge } = await this.usage.findRequest({ accountId, requestId }, { idempotent: true });
    const found = record!;
    const word = WORDS[charge] ?? 'no';
    return {
      success: true,
      data: {
        request_id: found.requestId,
        time: new Date(found.atMs).toISOString(),
        method: found.method,
        endpoint: found.endpoint,
        status: found.status || null,
        code: found.code || null,
        charged: word === 'yes',
        charge: word,
        engine: found.engine || null,
        cached: found.cached,
        idempotent_replay: found.replayed,
        latency_ms: found.latencyMs,
        client: found.client,
        call_id: found.callId || null,
      },
    };
  }
}
