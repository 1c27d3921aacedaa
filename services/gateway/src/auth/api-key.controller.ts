import { Body, Controller, Inject, Post, Put, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { message } from './auth.schemas.js';
import { optionalNumber } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { AUTH, type AuthRpc } from '../rpc-clients.js';
import { visitorOf } from './visitor.js';

const SECONDS_PER_HOUR = 3_600;

/**
 * The old key stays valid for 0 to 24 h; 0 suits a leaked key, so it is the default (KEY-5). A key that was never used leaves an
 * earlier grace as it is (KEY-6): only revoking surely ends a leaked key that is in its grace.
 */
const rotateBody = z.object({ grace_hours: optionalNumber(0, 24, 'hours') });
const generated = z.object({ success: z.literal(true), apiKey: z.string() });
const rotated = generated.extend({ old_key_valid_until: z.string().nullable() });

@ApiTags('api-key')
@Controller('api/api-key')
export class ApiKeyController {
  constructor(@Inject(AUTH) private readonly auth: AuthRpc) {}

  @Post('generate')
  @Operation({
    summary: 'Generate the API key',
    access: 'session',
    ok: generated,
    errors: [409],
    accountLimits: ['new-key'],
  })
  async generate(@Req() request: FastifyRequest) {
    const { apiKey } = await this.auth.generateKey({
      accountId: principalOf(request).accountId,
      visitor: visitorOf(request),
    });
    return { success: true, apiKey };
  }

  @Post('rotate')
  @Operation({
    summary: 'Replace the API key; an older one may stay valid until old_key_valid_until, and revoking ends all',
    access: 'session',
    body: rotateBody,
    ok: rotated,
    errors: [404],
    accountLimits: ['new-key'],
  })
  async rotate(@Req() request: FastifyRequest, @Body() body: z.output<typeof rotateBody>) {
    const graceSeconds = Math.round((body.grace_hours ?? 0) * SECONDS_PER_HOUR);
    const { apiKey, oldKeyValidUntilMs } = await this.auth.rotateKey({
      accountId: principalOf(request).accountId,
      graceSeconds,
      visitor: visitorOf(request),
    });
    return {
      success: true,
      apiKey,
      old_key_valid_until: oldKeyValidUntilMs === 0 ? null : new Date(oldKeyValidUntilMs).toISOString(),
    };
  }

  @Put('revoke')
  @Operation({
    summary: 'Revoke the API key; it is refused everywhere within 1 s',
    access: 'session',
    ok: message,
    errors: [404],
  })
  async revoke(@Req() request: FastifyRequest) {
    await this.auth.revokeKey(
      { accountId: principalOf(request).accountId, visitor: visitorOf(request) },
      { idempotent: false },
    );
    return { success: true, message: 'API key revoked successfully!' };
  }
}
