import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { AuthenticateKey } from './authenticate-key.usecase.js';
import { GenerateKey } from './generate-key.usecase.js';
import { KeyMaker } from './key-maker.provider.js';
import { RevokeKey } from './revoke-key.usecase.js';
import { RotateKey } from './rotate-key.usecase.js';

@Module({
  imports: [ActivityModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysRepository, KeyMaker, AuthenticateKey, GenerateKey, RotateKey, RevokeKey],
  exports: [ApiKeysRepository, GenerateKey],
})
export class ApiKeysModule {}
