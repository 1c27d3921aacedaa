import { Module } from '@nestjs/common';
import { PreferencesController } from './preferences.controller.js';
import { PreferencesRepository } from './preferences.repository.js';
import { UnsubscribeAccount } from './unsubscribe-account.usecase.js';

@Module({
  controllers: [PreferencesController],
  providers: [PreferencesRepository, UnsubscribeAccount],
  exports: [PreferencesRepository],
})
export class PreferencesModule {}
