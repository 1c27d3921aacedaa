import { Module } from '@nestjs/common';
import { AnnounceEndings } from './announce-endings.usecase.js';
import { RemindersRepository } from './reminders.repository.js';

@Module({ providers: [RemindersRepository, AnnounceEndings] })
export class RemindersModule {}
