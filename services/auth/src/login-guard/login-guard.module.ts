import { Module } from '@nestjs/common';
import { GuessesRepository } from './guesses.repository.js';
import { KnownDevices } from './known-devices.provider.js';
import { LoginGuard } from './login-guard.provider.js';

@Module({ providers: [GuessesRepository, KnownDevices, LoginGuard], exports: [LoginGuard, KnownDevices] })
export class LoginGuardModule {}
