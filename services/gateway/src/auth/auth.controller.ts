import { Body, Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { User } from '@precis/proto/auth/v1/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf } from '../admission/admission.js';
import { Operation } from '../http/operation.decorator.js';
import { contextOf, principalOf } from '../http/request-context.js';
import {
  loginBody,
  type LoginBody,
  me,
  message,
  type RegisterBody,
  registerBody,
  registered,
  type ResendVerificationBody,
  resendVerificationBody,
  signedIn,
  userView,
  type VerifyEmailBody,
  verifyEmailBody,
} from './auth.schemas.js';
import { ReferralCodes } from '../referral/referral-codes.js';
import { AUTH, type AuthRpc } from '../rpc-clients.js';
import { WalletBalances } from '../wallet/wallet-balances.js';
import { HASHING_DEADLINE_MS } from './hashing-deadline.js';
import { redeemHandoff } from './google-handoff.js';
import { keepMark } from './browser-mark.js';
import { keepDevice, visitorOf } from './visitor.js';

@ApiTags('auth')
@Controller('api/auth')
export class AuthController {
  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    private readonly wallets: WalletBalances,
    private readonly referralCodes: ReferralCodes,
  ) {}

  @Get('me')
  @Operation({
    summary:
      'The signed-in user; takes the token of /auth/callback too, and then answers the session in X-Session-Token',
    access: 'session',
    ok: me,
    takesHandoff: true,
  })
  async me(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const redeemed = await redeemHandoff(this.auth, request, reply);
    const { accountId } = principalOf(request);
    const [found, balance] = await Promise.all([redeemed ?? this.userOf(accountId), this.wallets.of(accountId)]);
    const view = userView(found, balance);
    return { success: true, user: view, data: view };
  }

  @Post('register')
  @Operation({
    summary: 'Create an account; a verification mail follows',
    body: registerBody,
    ok: registered,
    errors: [409],
    addressLimits: ['register'],
  })
  async register(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: RegisterBody,
  ) {
    const { name, email, password, referral_code: code } = body;
    const judged = this.referralCodes.isKnown(code);
    const { browserMark } = await this.auth
      .register(
        { name, email, password, referralCode: code ?? '', visitor: visitorOf(request) },
        { deadlineMs: HASHING_DEADLINE_MS },
      )
      // A refusal waits for the look-up too. Otherwise the response time would show whether the address is taken.
      .finally(() => judged);
    keepMark(reply, browserMark);
    return {
      success: true,
      message: 'Registration successful! Please check your email to verify your account.',
      // Null when referrals has not answered: the registration event decides later (REF-7, REF-10).
      referral_applied: await judged,
    };
  }

  @Post('login')
  @Operation({
    summary:
      'Log in with e-mail and password; a closed account that waits for its erasure answers 409 account_closing with erased_at, and opens again with keep_account',
    body: loginBody,
    ok: signedIn,
    errors: [401, 403, 409],
    addressLimits: ['login'],
  })
  async login(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { email, password, keep_account: keepAccount }: LoginBody,
  ) {
    const { sessionToken, user, device } = await this.auth.login(
      { email, password, keepAccount, visitor: visitorOf(request) },
      { deadlineMs: HASHING_DEADLINE_MS },
    );
    keepDevice(reply, device);
    return { success: true, token: sessionToken, user: userView(user!, await this.wallets.of(user!.id)) };
  }

  @Post('logout')
  @Operation({ summary: 'End this session', access: 'session', ok: message })
  async logout(@Req() request: FastifyRequest) {
    await this.auth.logout({ sessionId: principalOf(request).credentialId }, { idempotent: true });
    return { success: true, message: 'You have been logged out' };
  }

  @Post('verify-email')
  @Operation({
    summary:
      'Verify an e-mail address by the token of its link; a change of address needs the session of its account too',
    access: 'optional',
    body: verifyEmailBody,
    ok: signedIn,
    errors: [403, 409],
    addressLimits: ['link'],
  })
  async verifyEmail(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { token }: VerifyEmailBody,
  ) {
    const { accountId, credentialId: sessionId } = contextOf(request).optionalPrincipal ?? {};
    const answer = await this.auth.verifyEmail({ token, accountId, sessionId, visitor: visitorOf(request) });
    keepDevice(reply, answer.device);
    const user = userView(answer.user!, await this.wallets.of(answer.user!.id));
    // After a change of address the caller's own session stays valid (ACC-55).
    return { success: true, token: answer.sessionToken || bearerOf(request)!, user };
  }

  @Post('resend-verification')
  @Operation({
    summary: 'Send the verification mail again; answers the same for every address',
    body: resendVerificationBody,
    ok: message,
    addressLimits: ['mail'],
  })
  async resendVerification(@Body() { email }: ResendVerificationBody) {
    await this.auth.resendVerification({ email });
    return { success: true, message: 'If this address waits for verification, a new mail is on its way.' };
  }

  private async userOf(accountId: string): Promise<User> {
    const { user } = await this.auth.getUser({ accountId }, { idempotent: true });
    return user!;
  }
}
