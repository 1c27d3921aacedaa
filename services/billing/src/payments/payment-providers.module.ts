import { Global, Module } from '@nestjs/common';
import { BtcpayModule } from '../btcpay/btcpay.module.js';
import { BtcpayProvider } from '../btcpay/btcpay.provider.js';
import { StripeModule } from '../stripe/stripe.module.js';
import { StripeProvider } from '../stripe/stripe.provider.js';
import { type PaymentProvider, PaymentProviders } from './payment-provider.js';

/** Provides PaymentProviders from the deployment's settings. A new provider adds its module and a place in `inject`. */
@Global()
@Module({
  imports: [StripeModule, BtcpayModule],
  providers: [
    {
      provide: PaymentProviders,
      inject: [StripeProvider, BtcpayProvider],
      useFactory: (...all: (PaymentProvider | null)[]) =>
        new PaymentProviders(all.filter((one) => one !== null).map((one) => [one.method, one])),
    },
  ],
  exports: [PaymentProviders],
})
export class PaymentProvidersModule {}
