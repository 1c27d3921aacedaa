import { Body, Controller, Get, Inject, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requiredText } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { AUTH, type AuthRpc } from '../rpc-clients.js';
import { message, type UndoEmailChangeBody, undoEmailChangeBody } from './auth.schemas.js';
import { markOf } from './browser-mark.js';
import { visitorOf } from './visitor.js';

const tokenQuery = z.object({ token: requiredText(500) });
const mailedLink = z.object({
  success: z.literal(true),
  link: z.object({
    kind: z.string().describe('verify-email, change-email or undo-email-change'),
    state: z.string().describe('open, or verified when the address is already verified'),
    email: z
      .string()
      .nullable()
      .describe('The address that it verifies, changes to or restores; null once it is verified'),
    asked_at: z.string().describe('When the address was registered or the change was requested'),
    same_browser: z.boolean().describe('Whether this browser registered the address within the last 24 hours'),
  }),
});
const undone = message.extend({ email: z.string().describe('The address that the account has again') });

/** Describes what a mailed link would do. Opening a link changes nothing: its page shows the effect, and a button performs it (ACC-65). */
@ApiTags('auth')
@Controller('api/auth')
export class MailedLinkController {
  constructor(@Inject(AUTH) private readonly auth: AuthRpc) {}

  @Get('mailed-link')
  @Operation({
    summary: 'Read what a mailed link would do (verify, change or restore an address); changes nothing',
    query: tokenQuery,
    ok: mailedLink,
    addressLimits: ['link'],
  })
  async inspect(@Req() request: FastifyRequest, @Query() { token }: z.output<typeof tokenQuery>) {
    const asked = { token, browserMark: markOf(request) };
    const { kind, state, address, askedAtMs, sameBrowser } = await this.auth.inspectLink(asked, { idempotent: true });
    return {
      success: true,
      link: {
        // The kind is named after the page, not after the mail.
        kind: kind === 'change-email-notice' ? 'undo-email-change' : kind,
        state,
        email: address || null,
        asked_at: new Date(askedAtMs).toISOString(),
        same_browser: sameBrowser,
      },
    };
  }

  @Post('undo-email-change')
  @Operation({
    summary:
      'Undo a change of address by the link in the notice to the old address; ends all sessions, disables the password and sends a reset link',
    body: undoEmailChangeBody,
    ok: undone,
    errors: [403, 409],
    addressLimits: ['link'],
  })
  async undo(@Req() request: FastifyRequest, @Body() { token }: UndoEmailChangeBody) {
    const { address } = await this.auth.undoEmailChange({ token, visitor: visitorOf(request) });
    return {
      success: true,
      message: 'The change of your e-mail address is undone. We sent you a link to set a new password.',
      email: address,
    };
  }
}
