import { Injectable } from '@nestjs/common';
import type { User as UserView } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { SessionTokens } from '../sessions/session-tokens.provider.js';
import { refuseAccess } from '../users/user.entity.js';
import { UserViews } from '../users/user-views.provider.js';
import { UsersRepository } from '../users/users.repository.js';
import { handoffInvalid } from './google.errors.js';
import { HandoffTokens } from './handoff-tokens.provider.js';
import { OauthTransactionsRepository } from './oauth-transactions.repository.js';
import { TransactionSecret } from './transaction-secret.js';

/** Returns the session of its sign-in to the browser with the cookie; repeats within the token's 60 s get the same session (ACC-29, ACC-30). */
@Injectable()
export class RedeemHandoff {
  constructor(
    private readonly handoffs: HandoffTokens,
    private readonly transactions: OauthTransactionsRepository,
    private readonly tokens: SessionTokens,
    private readonly users: UsersRepository,
    private readonly views: UserViews,
    private readonly clock: Clock,
  ) {}

  /** Throws handoff_invalid, account_suspended and account_closed. */
  async execute(handoffToken: string, transaction: string): Promise<{ sessionToken: string; user: UserView }> {
    const transactionId = await this.handoffs.transactionOf(handoffToken);
    const secret = TransactionSecret.ofSent(transaction);
    if (transactionId === undefined || !secret) throw handoffInvalid();
    const session = await this.transactions.sessionOf(transactionId, secret.hash);
    const user = session?.isLive(this.clock.now()) ? await this.users.byId(session.userId) : null;
    if (!session || !user) throw handoffInvalid();
    refuseAccess(user);
    return { sessionToken: await this.tokens.sign(session), user: await this.views.of(user) };
  }
}
