import type { Service } from '@precis/events/start-service';
import { ReferralsServiceService } from '@precis/proto/referrals/v1/referrals';
import { processSchema, type ReferralsConfig } from './config.js';
import { openDatabase } from './database.js';
import { ReferralsModule } from './referrals.module.js';

export const referrals: Service<ReferralsConfig> = {
  name: 'referrals',
  processSchema,
  openDatabase,
  module: ReferralsModule.with,
  rpc: { 'referrals.v1': ReferralsServiceService },
  publishes: true,
  consumes: true,
};
