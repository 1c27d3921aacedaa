import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { UpdateProfileRequest, UpdateProfileResponse } from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { UpdateProfile } from './update-profile.usecase.js';

@Controller()
export class ProfileController {
  constructor(private readonly update: UpdateProfile) {}

  @Callers('gateway')
  @GrpcMethod('AuthService', 'updateProfile')
  async updateProfile(request: UpdateProfileRequest): Promise<UpdateProfileResponse> {
    return { user: await this.update.execute(request) };
  }
}
