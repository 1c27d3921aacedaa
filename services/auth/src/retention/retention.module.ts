import { Module } from '@nestjs/common';
import { EndedRepository } from './ended.repository.js';
import { ForgetEnded } from './forget-ended.usecase.js';

@Module({ providers: [EndedRepository, ForgetEnded] })
export class RetentionModule {}
