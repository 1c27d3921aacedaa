import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  ForgotPasswordRequest,
  ForgotPasswordResponse,
  ResetPasswordRequest,
  ResetPasswordResponse,
  UpdatePasswordRequest,
  UpdatePasswordResponse,
} from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { ForgotPassword } from './forgot-password.usecase.js';
import { ResetPassword } from './reset-password.usecase.js';
import { UpdatePassword } from './update-password.usecase.js';

@Controller()
export class PasswordsController {
  constructor(
    private readonly forgot: ForgotPassword,
    private readonly reset: ResetPassword,
    private readonly update: UpdatePassword,
  ) {}

  @Callers('gateway')
  @GrpcMethod('AuthService', 'forgotPassword')
  async forgotPassword(request: ForgotPasswordRequest): Promise<ForgotPasswordResponse> {
    await this.forgot.execute(request.email);
    return {};
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'resetPassword')
  async resetPassword(request: ResetPasswordRequest): Promise<ResetPasswordResponse> {
    return this.reset.execute(request);
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'updatePassword')
  async updatePassword(request: UpdatePasswordRequest): Promise<UpdatePasswordResponse> {
    await this.update.execute(request);
    return {};
  }
}
