import { Controller, Delete, Get, Inject, Param, Query, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { optionalQueryBoolean, pathId } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { AUTH, type AuthRpc } from '../rpc-clients.js';
import { message } from './auth.schemas.js';
import { visitorOf } from './visitor.js';

const allQuery = z.object({ all: optionalQueryBoolean(false) });
const sessions = z.object({
  success: z.literal(true),
  sessions: z.array(
    z.object({
      id: z.string(),
      created_at: z.string(),
      expires_at: z.string(),
      client: z.string().describe('As the client names itself'),
      address: z.string(),
      current: z.boolean().describe('Whether this session made the request'),
    }),
  ),
});
const ended = message.extend({ ended: z.number().int() });

/** Lists and ends the live sessions of an account, for its owner (ACC-37). */
@ApiTags('auth')
@Controller('api/auth/sessions')
export class SessionsController {
  constructor(@Inject(AUTH) private readonly auth: AuthRpc) {}

  @Get()
  @Operation({ summary: 'List the live sessions of the account, newest first', access: 'session', ok: sessions })
  async list(@Req() request: FastifyRequest) {
    const { accountId, credentialId } = principalOf(request);
    const found = await this.auth.listSessions({ accountId }, { idempotent: true });
    return {
      success: true,
      sessions: found.sessions.map(({ id, createdAtMs, expiresAtMs, client, address }) => ({
        id,
        created_at: new Date(createdAtMs).toISOString(),
        expires_at: new Date(expiresAtMs).toISOString(),
        client,
        address,
        current: id === credentialId,
      })),
    };
  }

  @Delete()
  @Operation({
    summary: 'End all other sessions; with all=true this one too (log out everywhere)',
    access: 'session',
    query: allQuery,
    ok: ended,
  })
  async endAll(@Req() request: FastifyRequest, @Query() { all }: z.output<typeof allQuery>) {
    const { accountId, credentialId } = principalOf(request);
    const exceptSessionId = all ? '' : credentialId;
    const found = await this.auth.endSessions({ accountId, exceptSessionId, visitor: visitorOf(request) });
    const text = all ? 'You have been logged out everywhere' : 'All other sessions have been logged out';
    return { success: true, message: text, ended: found.ended };
  }

  @Delete(':id')
  @Operation({
    summary: 'End one session of the account',
    access: 'session',
    id: pathId('session_not_found', 'There is no such session.'),
    ok: message,
    errors: [404],
  })
  async end(@Req() request: FastifyRequest, @Param('id') sessionId: string) {
    const { accountId } = principalOf(request);
    await this.auth.endSession({ accountId, sessionId, visitor: visitorOf(request) }, { idempotent: true });
    return { success: true, message: 'The session has been logged out' };
  }
}
