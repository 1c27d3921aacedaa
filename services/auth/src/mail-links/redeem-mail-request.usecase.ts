import { Injectable } from '@nestjs/common';
import type { RedeemMailRequestResponse } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { isUuid } from '@precis/runtime/uuid';
import { UsersRepository } from '../users/users.repository.js';
import { MailLinkTokens } from './mail-link-tokens.provider.js';
import { mailGoesTo } from './mail-link.rule.js';
import { mailRequestUnknown } from './mail-links.errors.js';
import { MailRequestsRepository } from './mail-requests.repository.js';

/** Returns address and link of a mail to notifications: the same at every repeat, "superseded" once the link is dead (MAIL-1, MAIL-3). */
@Injectable()
export class RedeemMailRequest {
  constructor(
    private readonly requests: MailRequestsRepository,
    private readonly users: UsersRepository,
    private readonly tokens: MailLinkTokens,
    private readonly clock: Clock,
  ) {}

  async execute(requestId: string): Promise<RedeemMailRequestResponse> {
    const request = isUuid(requestId) ? await this.requests.byId(requestId) : null;
    if (!request) throw mailRequestUnknown();
    const user = await this.users.byId(request.userId);
    const address = mailGoesTo(request, user, this.clock.now());
    if (address === undefined) return { superseded: true, address: '', name: '', link: '', kind: request.kind };
    return {
      superseded: false,
      address,
      name: request.name ?? user!.name,
      link: this.tokens.link(request.kind, request.id),
      kind: request.kind,
    };
  }
}
