import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { pathId } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { USAGE, type UsageRpc } from '../rpc-clients.js';
import { requestAnswer, requestView } from './requests.schemas.js';

/** The same bounds as for an X-Request-Id from a client (API-12). */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,128}$/;
/** Reads the record of a request (API-33). */
@ApiTags('usage')
@Controller('api/requests')
export class RequestsController {
  constructor(@Inject(USAGE) private readonly usage: UsageRpc) {}

  @Get(':id')
  @Operation({
    summary: 'The outcome of a request, by its X-Request-Id, for 30 days; it costs nothing',
    access: 'either',
    api: 'public',
    id: pathId('request_not_found', 'There is no such request.', REQUEST_ID, 128),
    ok: requestAnswer,
    errors: [404],
  })
  async read(@Req() request: FastifyRequest, @Param('id') requestId: string): Promise<z.output<typeof requestAnswer>> {
    const { accountId } = principalOf(request);
    const { record, charge } = await this.usage.findRequest({ accountId, requestId }, { idempotent: true });
    return { success: true, data: requestView(record!, charge) };
  }
}
