import { Module } from '@nestjs/common';
import { ListRevoked } from './list-revoked.usecase.js';
import { RevocationsController } from './revocations.controller.js';
import { RevocationsRepository } from './revocations.repository.js';

@Module({ controllers: [RevocationsController], providers: [RevocationsRepository, ListRevoked] })
export class RevocationsModule {}
