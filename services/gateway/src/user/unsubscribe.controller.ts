import { Body, Controller, Inject, Post, Query, Req } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { HttpProblem } from '../http/http-problem.js';
import { requiredText } from '../http/input-fields.js';
import { Operation } from '../http/operation.decorator.js';
import { NOTIFICATIONS, type NotificationsRpc } from '../rpc-clients.js';
import { unsubscribeBody, type UnsubscribeBody, unsubscribed } from './notifications.schemas.js';

const FORM_LIMIT_BYTES = 2_000;
const tokenQuery = z.object({ token: requiredText(500) });

/** Ends one kind of mail by the token of a mail's link, without a login. */
@ApiTags('notifications')
@Controller()
export class UnsubscribeController {
  constructor(@Inject(NOTIFICATIONS) private readonly notifications: NotificationsRpc) {}

  @Post('api/notifications/unsubscribe')
  @Operation({
    summary: 'Stop one kind of mail by the token of its link; a repeat succeeds as well',
    body: unsubscribeBody,
    ok: unsubscribed,
    addressLimits: ['link'],
  })
  async unsubscribe(@Body() { token }: UnsubscribeBody) {
    const { topic } = await this.notifications.unsubscribe({ token }, { idempotent: true });
    return { success: true, message: 'You will not get these mails any more.', topic };
  }

  /** Accepts the post of a mail program to the List-Unsubscribe address (RFC 8058, API-22). A GET there shows the page and changes nothing. */
  @Post('unsubscribe')
  @ApiExcludeEndpoint()
  @Operation({
    summary: 'One-click unsubscription by a mail program',
    isForm: true,
    bodyLimitBytes: FORM_LIMIT_BYTES,
    query: tokenQuery,
    ok: unsubscribed,
    addressLimits: ['link'],
  })
  async oneClick(@Req() request: FastifyRequest, @Query() { token }: z.output<typeof tokenQuery>) {
    if (!isOneClick(request.body as Buffer | undefined))
      throw new HttpProblem(400, 'invalid_request', 'The body must be List-Unsubscribe=One-Click.');
    return this.unsubscribe({ token });
  }
}

/** Checks for the pair that RFC 8058 requires, in either form encoding; programs that only scan links send no such body. */
function isOneClick(body: Buffer | undefined): boolean {
  const text = body?.toString('latin1') ?? '';
  return (
    new URLSearchParams(text).get('List-Unsubscribe') === 'One-Click' ||
    /name="?List-Unsubscribe"?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/i.test(text)
  );
}
