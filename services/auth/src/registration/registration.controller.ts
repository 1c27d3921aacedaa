import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  RegisterRequest,
  RegisterResponse,
  ResendVerificationRequest,
  ResendVerificationResponse,
  VerifyEmailRequest,
  VerifyEmailResponse,
} from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { RegisterUser } from './register-user.usecase.js';
import { ResendVerification } from './resend-verification.usecase.js';
import { VerifyEmail } from './verify-email.usecase.js';

@Controller()
export class RegistrationController {
  constructor(
    private readonly registerUser: RegisterUser,
    private readonly verify: VerifyEmail,
    private readonly resend: ResendVerification,
  ) {}

  @Callers('gateway', 'standalone')
  @GrpcMethod('AuthService', 'register')
  async register(request: RegisterRequest): Promise<RegisterResponse> {
    return { browserMark: await this.registerUser.execute(request) };
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'verifyEmail')
  async verifyEmail(request: VerifyEmailRequest): Promise<VerifyEmailResponse> {
    return this.verify.execute(request);
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'resendVerification')
  async resendVerification(request: ResendVerificationRequest): Promise<ResendVerificationResponse> {
    await this.resend.execute(request.email);
    return {};
  }
}
