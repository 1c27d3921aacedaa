import { Injectable } from '@nestjs/common';
import type { InspectLinkResponse } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import type { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import { BrowserMarks } from './browser-marks.provider.js';
import { MailLinkTokens } from './mail-link-tokens.provider.js';
import { tokenInvalid, tokenMissing } from './mail-links.errors.js';
import { MailRequest } from './mail-request.entity.js';
import { MailRequestsRepository } from './mail-requests.repository.js';

/**
 * Tells the page of a mailed link what its button would do (ACC-65). It only reads, because mail scanners open every link. Only a reader of
 * the mailbox has the link, and so only that reader learns the address.
 */
@Injectable()
export class InspectLink {
  constructor(
    private readonly requests: MailRequestsRepository,
    private readonly users: UsersRepository,
    private readonly tokens: MailLinkTokens,
    private readonly marks: BrowserMarks,
    private readonly clock: Clock,
  ) {}

  /** Throws verification_token_missing and verification_token_invalid. */
  async execute(sentToken: string, browserMark: string): Promise<InspectLinkResponse> {
    const token = sentToken.trim();
    if (token === '') throw tokenMissing();
    const tokenHash = this.tokens.hashOfSent(token);
    const request = tokenHash && (await this.requests.byTokenHash(tokenHash));
    const user = request && (await this.users.byId(request.userId));
    // A reset link leads to a form, which shows no facts about the link.
    if (!user || request.kind === 'reset-password') throw tokenInvalid();
    return request.kind === 'verify-email' ? this.verification(request, user, browserMark) : this.change(request, user);
  }

  private verification(request: MailRequest, user: User, browserMark: string): InspectLinkResponse {
    const isVerified = user.emailVerifiedAt !== null;
    if (!isVerified && !request.isLive(this.clock.now())) throw tokenInvalid();
    return {
      kind: request.kind,
      state: isVerified ? 'verified' : 'open',
      // The account may have another address by now, and the reader of this mailbox must not learn it.
      address: isVerified ? '' : user.email,
      askedAtMs: user.createdAt.getTime(),
      sameBrowser: !isVerified && this.marks.isOf(browserMark, user.emailNormalised, this.clock.now()),
    };
  }

  private change(request: MailRequest, user: User): InspectLinkResponse {
    if (!request.isLive(this.clock.now())) throw tokenInvalid();
    const { kind, address, createdAt } = request;
    return {
      kind,
      state: 'open',
      address: address ?? user.email,
      askedAtMs: createdAt.getTime(),
      sameBrowser: false,
    };
  }
}
