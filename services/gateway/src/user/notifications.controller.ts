import { Body, Controller, Get, Inject, Put, Req } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyRequest } from 'fastify';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { NOTIFICATIONS, type NotificationsRpc } from '../rpc-clients.js';
import { preferences, preferencesAnswer, type PreferencesBody, preferencesView } from './notifications.schemas.js';

/** The optional mails of an account. Mails about security and purchases are always sent. */
@ApiTags('user')
@Controller('api/user/notifications')
export class NotificationsController {
  constructor(@Inject(NOTIFICATIONS) private readonly notifications: NotificationsRpc) {}

  @Get()
  @Operation({ summary: 'Read which mails the account wants', access: 'session', ok: preferencesAnswer })
  async get(@Req() request: FastifyRequest) {
    const { accountId } = principalOf(request);
    const found = await this.notifications.getPreferences({ accountId }, { idempotent: true });
    return { success: true, preferences: preferencesView(found.preferences) };
  }

  @Put()
  @Operation({
    summary: 'Set which mails the account wants; mails about security and purchases are always sent',
    access: 'session',
    body: preferences,
    ok: preferencesAnswer,
  })
  async set(@Req() request: FastifyRequest, @Body() body: PreferencesBody) {
    const { accountId } = principalOf(request);
    const found = await this.notifications.setPreferences(
      {
        accountId,
        preferences: {
          tips: body.tips,
          usageAlerts: body.usage_alerts,
          planReminders: body.plan_reminders,
          referralNews: body.referral_news,
        },
      },
      { idempotent: true },
    );
    return { success: true, preferences: preferencesView(found.preferences) };
  }
}
