import { Controller, Delete, Get, Inject, Param, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pathId } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { AUTH, type AuthRpc } from '../rpc-clients.js';
import { message } from './auth.schemas.js';
import { visitorOf } from './visitor.js';

const identities = z.object({
  success: z.literal(true),
  identities: z.array(
    z.object({
      id: z.string(),
      email: z
        .string()
        .nullable()
        .describe('The address of the Google account at its last sign-in; null when it is not known'),
      linked_at: z.string(),
      last_used_at: z.string().nullable(),
    }),
  ),
  removable: z.boolean().describe('False when it is the only way into the account and cannot be removed'),
});

/** Lists and removes the Google sign-ins of an account, for its owner (ACC-63). */
@ApiTags('user')
@Controller('api/user/google-identities')
export class GoogleIdentitiesController {
  constructor(@Inject(AUTH) private readonly auth: AuthRpc) {}

  @Get()
  @Operation({
    summary: 'List the Google accounts that sign in to this account, newest first',
    access: 'session',
    ok: identities,
  })
  async list(@Req() request: FastifyRequest) {
    const { accountId } = principalOf(request);
    const found = await this.auth.listGoogleIdentities({ accountId }, { idempotent: true });
    return {
      success: true,
      identities: found.identities.map(({ id, email, linkedAtMs, lastUsedAtMs }) => ({
        id,
        email: email || null,
        linked_at: new Date(linkedAtMs).toISOString(),
        last_used_at: lastUsedAtMs === 0 ? null : new Date(lastUsedAtMs).toISOString(),
      })),
      removable: found.removable,
    };
  }

  @Delete(':id')
  @Operation({
    summary: 'Remove one of them and end the other sessions that began with Google; the last way in cannot be removed',
    access: 'session',
    id: pathId('identity_not_found', 'This sign-in with Google is not linked to the account.'),
    ok: message,
    errors: [404, 409],
  })
  async remove(@Req() request: FastifyRequest, @Param('id') identityId: string) {
    const { accountId, credentialId: sessionId } = principalOf(request);
    await this.auth.unlinkGoogle({ accountId, sessionId, identityId, visitor: visitorOf(request) });
    return { success: true, message: 'The sign-in with Google was removed' };
  }
}
