import { Body, Controller, Inject, Post, Put, Req, Res } from '@nestjs/common';
import { ApiTags } from '../openapi/documented.decorator.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operation } from '../http/operation.decorator.js';
import { principalOf } from '../http/request-context.js';
import { AUTH, type AuthRpc } from '../rpc-clients.js';
import { WalletBalances } from '../wallet/wallet-balances.js';
import {
  type ForgotPasswordBody,
  forgotPasswordBody,
  message,
  type ResetPasswordBody,
  resetPasswordBody,
  signedIn,
  type UpdatePasswordBody,
  updatePasswordBody,
  userView,
} from './auth.schemas.js';
import { HASHING_DEADLINE_MS } from './hashing-deadline.js';
import { keepDevice, visitorOf } from './visitor.js';

@ApiTags('auth')
@Controller('api/auth')
export class PasswordController {
  constructor(
    @Inject(AUTH) private readonly auth: AuthRpc,
    private readonly wallets: WalletBalances,
  ) {}

  @Post('forgot-password')
  @Operation({
    summary: 'Send a link to set a new password; answers the same for every address',
    body: forgotPasswordBody,
    ok: message,
    addressLimits: ['mail'],
  })
  async forgot(@Req() request: FastifyRequest, @Body() { email }: ForgotPasswordBody) {
    await this.auth.forgotPassword({ email, visitor: visitorOf(request) });
    return { success: true, message: 'Password reset email sent! It arrives if an account has this address.' };
  }

  @Post('reset-password')
  @Operation({
    summary:
      'Set a new password by the token of its link; verifies the e-mail, ends all other sessions and logs in; a closed account is treated as at POST /api/auth/login',
    body: resetPasswordBody,
    ok: signedIn,
    errors: [403, 409],
    addressLimits: ['link'],
  })
  async reset(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { token, password, keep_account: keepAccount }: ResetPasswordBody,
  ) {
    const { sessionToken, user, device } = await this.auth.resetPassword(
      { token, password, keepAccount, visitor: visitorOf(request) },
      { deadlineMs: HASHING_DEADLINE_MS },
    );
    keepDevice(reply, device);
    return { success: true, token: sessionToken, user: userView(user!, await this.wallets.of(user!.id)) };
  }

  @Put('update-password')
  @Operation({
    summary: 'Change the password, or set the first one without a current one; ends all other sessions',
    access: 'session',
    body: updatePasswordBody,
    ok: message,
    addressLimits: ['login'],
  })
  async update(@Req() request: FastifyRequest, @Body() body: UpdatePasswordBody) {
    const { accountId, credentialId: sessionId } = principalOf(request);
    const { currentPassword = '', newPassword } = body;
    await this.auth.updatePassword(
      { accountId, sessionId, currentPassword, newPassword, visitor: visitorOf(request) },
      { deadlineMs: HASHING_DEADLINE_MS },
    );
    return { success: true, message: 'Password updated successfully!' };
  }
}
