import { Module } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { BtcpaySettings } from './btcpay-settings.js';
import { BtcpayProvider } from './btcpay.provider.js';

/** Provides BtcpayProvider, or null when the deployment has no BTCPay Server. */
@Module({
  providers: [
    {
      provide: BtcpayProvider,
      inject: [BtcpaySettings, Clock, LOGGER],
      useFactory: ({ access }: BtcpaySettings, clock: Clock, logger: Logger) =>
        access ? new BtcpayProvider(access, clock, logger) : null,
    },
  ],
  exports: [BtcpayProvider],
})
export class BtcpayModule {}
