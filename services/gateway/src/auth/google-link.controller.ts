import { Body, Controller, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { LinkGoogleResponse } from '@precis/proto/auth/v1/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf, setCookie } from '../http/cookies.js';
import { Operation } from '../http/operation.decorator.js';
import { AUTH, type AuthRpc } from '../rpc-clients.js';
import { WalletBalances } from '../wallet/wallet-balances.js';
import {
  type KeepByGoogleBody,
  keepByGoogleBody,
  type LinkGoogleBody,
  linkGoogleBody,
  signedIn,
  userView,
} from './auth.schemas.js';
import { TRANSACTION_COOKIE } from './google-handoff.js';
import { HASHING_DEADLINE_MS } from './hashing-deadline.js';
import { keepDevice, visitorOf } from './visitor.js';

/** Finishes a Google sign-in that first needed the account's password (ACC-62), or the decision to keep a closed account (ACC-73). */
@ApiTags('auth')
@Controller('api/auth/google')
export class GoogleLinkController {
  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    private readonly wallets: WalletBalances,
  ) {}

  @Post('link')
  @Operation({
    summary:
      "Link the Google account of this browser's sign-in to the account with the same e-mail, by that account's password; a closed account is treated as at POST /api/auth/login",
    body: linkGoogleBody,
    ok: signedIn,
    errors: [403, 409],
    addressLimits: ['login'],
  })
  async link(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { password, keep_account: keepAccount }: LinkGoogleBody,
  ) {
    const transaction = cookieOf(request, TRANSACTION_COOKIE) ?? '';
    const opened = await this.auth.linkGoogle(
      { transaction, password, keepAccount, visitor: visitorOf(request) },
      { deadlineMs: HASHING_DEADLINE_MS },
    );
    return this.signIn(reply, opened);
  }

  @Post('keep')
  @Operation({
    summary:
      "Keep and open the closed account of this browser's Google sign-in, with keep_account true; otherwise 409 account_closing with erased_at",
    body: keepByGoogleBody,
    ok: signedIn,
    errors: [403, 409],
    addressLimits: ['login'],
  })
  async keep(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { keep_account: keepAccount }: KeepByGoogleBody,
  ) {
    const transaction = cookieOf(request, TRANSACTION_COOKIE) ?? '';
    return this.signIn(reply, await this.auth.keepByGoogle({ transaction, keepAccount, visitor: visitorOf(request) }));
  }

  private async signIn(reply: FastifyReply, { sessionToken, user, device }: LinkGoogleResponse) {
    keepDevice(reply, device);
    // The sign-in is used up.
    setCookie(reply, TRANSACTION_COOKIE, '', { maxAgeSeconds: 0, sameSite: 'Lax' });
    return { success: true, token: sessionToken, user: userView(user!, await this.wallets.of(user!.id)) };
  }
}
