import { Module } from '@nestjs/common';
import { RevocationsController } from './revocations.controller.js';
import { RevocationsRepository } from './revocations.repository.js';

@Module({ controllers: [RevocationsController], providers: [RevocationsRepository] })
export class RevocationsModule {}
