import { Injectable } from '@nestjs/common';
import type { RedeemMailRequestResponse } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { isUuid } from '@precis/runtime/uuid';
import { UsersRepository } from '../users/users.repository.js';
import { MailLinkTokens } from './mail-link-tokens.provider.js';
import { MailRequestsRepository } from './mail-requests.repository.js';

/** Tells notifications where a mail goes and with which link; the same at every repeat, "superseded" once the link is dead. */
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
    if (!request) throw new DomainError('not_found', 'mail_request_unknown', 'The mail request does not exist.');
    const user = await this.users.byId(request.userId);
    if (!user || !request.isLive(this.clock.now()))
      return { superseded: true, address: '', name: '', link: '', kind: request.kind };
    return {
      superseded: false,
      address: user.email,
      name: request.name ?? user.name,
      link: this.tokens.link(request.kind, request.id),
      kind: request.kind,
    };
  }
}
