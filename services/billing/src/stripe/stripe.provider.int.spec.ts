import { paymentProviderContract } from '../testing/payment-provider-contract.js';
import { StripeWorld } from '../testing/stripe-world.js';

paymentProviderContract('Stripe', () => StripeWorld.open());
