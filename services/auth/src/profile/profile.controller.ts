import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type {
  UndoEmailChangeRequest,
  UndoEmailChangeResponse,
  UpdateProfileRequest,
  UpdateProfileResponse,
} from '@precis/proto/auth/v1/auth';
import { Callers } from '@precis/runtime/callers.guard';
import { UndoEmailChange } from './undo-email-change.usecase.js';
import { UpdateProfile } from './update-profile.usecase.js';

@Controller()
export class ProfileController {
  constructor(
    private readonly update: UpdateProfile,
    private readonly undo: UndoEmailChange,
  ) {}

  @Callers('gateway')
  @GrpcMethod('AuthService', 'undoEmailChange')
  async undoEmailChange({ token, visitor }: UndoEmailChangeRequest): Promise<UndoEmailChangeResponse> {
    return { address: await this.undo.execute(token, visitor) };
  }

  @Callers('gateway')
  @GrpcMethod('AuthService', 'updateProfile')
  async updateProfile(request: UpdateProfileRequest): Promise<UpdateProfileResponse> {
    return { user: await this.update.execute(request) };
  }
}
