import { Module } from '@nestjs/common';
import { ReferralCodes } from './referral-codes.js';
import { ReferralController } from './referral.controller.js';

@Module({ controllers: [ReferralController], providers: [ReferralCodes], exports: [ReferralCodes] })
export class ReferralModule {}
