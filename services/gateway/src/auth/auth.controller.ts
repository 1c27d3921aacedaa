import { Body, Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
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
import { AUTH, type AuthRpc } from '../rpc-clients.js';
import { HASHING_DEADLINE_MS } from './hashing-deadline.js';
import { redeemHandoff } from './google-handoff.js';
import { keepDevice, visitorOf } from './visitor.js';

@ApiTags('auth')
@Controller('api/auth')
export class AuthController {
  constructor(@Inject(AUTH) private readonly auth: AuthRpc) {}

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
    const view = userView(redeemed ?? (await this.userOf(request)));
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
  async register(@Req() request: FastifyRequest, @Body() body: RegisterBody) {
    const { name, email, password, referral_code: referralCode = '' } = body;
    await this.auth.register(
      { name, email, password, referralCode, visitor: visitorOf(request) },
      { deadlineMs: HASHING_DEADLINE_MS },
    );
    return {
      success: true,
      message: 'Registration successful! Please check your email to verify your account.',
      // Null: referrals has not judged the code; the event decides (REF-7).
      referral_applied: null,
    };
  }

  @Post('login')
  @Operation({
    summary: 'Log in with e-mail and password',
    body: loginBody,
    ok: signedIn,
    errors: [401, 403],
    addressLimits: ['login'],
  })
  async login(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() body: LoginBody,
  ) {
    const { sessionToken, user, device } = await this.auth.login(
      { ...body, visitor: visitorOf(request) },
      { deadlineMs: HASHING_DEADLINE_MS },
    );
    keepDevice(reply, device);
    return { success: true, token: sessionToken, user: userView(user!) };
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
    const { accountId, credentialId: sessionId } = contextOf(request).caller ?? {};
    const answer = await this.auth.verifyEmail({ token, accountId, sessionId, visitor: visitorOf(request) });
    keepDevice(reply, answer.device);
    // After a change of address the caller's own session goes on (ACC-55).
    return { success: true, token: answer.sessionToken || bearerOf(request)!, user: userView(answer.user!) };
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

  private async userOf(request: FastifyRequest): Promise<User> {
    const { user } = await this.auth.getUser({ accountId: principalOf(request).accountId }, { idempotent: true });
    return user!;
  }
}
