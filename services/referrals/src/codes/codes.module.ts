import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CheckCode } from './check-code.usecase.js';
import { CodesController } from './codes.controller.js';
import { GetCode } from './get-code.usecase.js';

@Module({ imports: [AccountsModule], controllers: [CodesController], providers: [GetCode, CheckCode] })
export class CodesModule {}
