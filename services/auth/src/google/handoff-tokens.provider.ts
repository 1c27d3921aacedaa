import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { SessionTokens } from '../sessions/session-tokens.provider.js';

/** `typ` of a handoff token's header. It differs from that of session tokens, so that neither is accepted in place of the other. */
const HANDOFF_TOKEN_TYPE = 'handoff+jwt';
const LIFE_SECONDS = 60;

/**
 * The token in the address of /auth/callback (ACC-29). Histories and logs record addresses, so the token names a sign-in and no account, and is
 * useless without that sign-in's cookie.
 */
@Injectable()
export class HandoffTokens {
  constructor(
    private readonly tokens: SessionTokens,
    private readonly clock: Clock,
  ) {}

  async sign(transactionId: string, now: Date): Promise<string> {
    const issuedAt = Math.floor(now.getTime() / 1_000);
    return this.tokens.signAs(HANDOFF_TOKEN_TYPE, { txn: transactionId, iat: issuedAt, exp: issuedAt + LIFE_SECONDS });
  }

  /** The id of the sign-in; undefined when the token is not ours, altered, expired or made for another purpose. */
  async transactionOf(token: string): Promise<string | undefined> {
    const payload = await this.tokens.proven(HANDOFF_TOKEN_TYPE, token, this.clock.now());
    return typeof payload?.txn === 'string' ? payload.txn : undefined;
  }
}
