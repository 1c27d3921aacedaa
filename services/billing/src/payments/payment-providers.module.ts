import { Global, Module } from '@nestjs/common';
import { StripeModule } from '../stripe/stripe.module.js';
import { StripeProvider } from '../stripe/stripe.provider.js';
import { type PaymentProvider, PaymentProviders } from './payment-provider.js';

/** PaymentProviders: those that this deployment's settings name. A provider joins by its module and a place in `inject`. */
@Global()
@Module({
  imports: [StripeModule],
  providers: [
    {
      provide: PaymentProviders,
      inject: [StripeProvider],
      useFactory: (...all: (PaymentProvider | null)[]) =>
        new PaymentProviders(all.filter((one) => one !== null).map((one) => [one.method, one])),
    },
  ],
  exports: [PaymentProviders],
})
export class PaymentProvidersModule {}
