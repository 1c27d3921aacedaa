import { Body, Controller, Get, Inject, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
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
    state: z.string().describe('open, or verified: the address is verified already'),
    email: z
      .string()
      .nullable()
      .describe('The address that it verifies, changes to or restores; null once it is verified'),
    asked_at: z.string().describe('When the address was registered, or the change was asked for'),
    same_browser: z.boolean().describe('This browser registered the address within the last 24 hours'),
  }),
});
const undone = message.extend({ email: z.string().describe('The address that the account has again') });

/** What the links in mails are about. Opening one changes nothing: the page that it opens shows what it would do, and a press does it (ACC-65). */
@ApiTags('auth')
@Controller('api/auth')
export class MailedLinkController {
  constructor(@Inject(AUTH) private readonly auth: AuthRpc) {}

  @Get('mailed-link')
  @Operation({
    summary: 'What the link of a verification, of a change of address or of its undoing is about; changes nothing',
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
        // As the page is called, not as the mail that carries it.
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
      'Undo a change of address by the link in the notice to the old one; ends all sessions and the password, and sends a reset link',
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
