import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { GoogleIdentitiesRepository } from '../google/google-identities.repository.js';
import { FindAccount } from './find-account.usecase.js';
import { GetUser } from './get-user.usecase.js';
import { UserViews } from './user-views.provider.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';

@Module({
  imports: [ApiKeysModule],
  controllers: [UsersController],
  providers: [UsersRepository, GoogleIdentitiesRepository, UserViews, GetUser, FindAccount],
  exports: [UsersRepository, GoogleIdentitiesRepository, UserViews],
})
export class UsersModule {}
