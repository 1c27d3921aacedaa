import { Module } from '@nestjs/common';
import { ApiKeyController } from './api-key.controller.js';
import { AuthController } from './auth.controller.js';

@Module({ controllers: [AuthController, ApiKeyController] })
export class AuthModule {}
