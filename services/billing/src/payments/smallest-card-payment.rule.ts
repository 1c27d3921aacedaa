import type { PaymentMethod } from './payment.entity.js';

/** Stripe refuses to charge a card in US dollars for less. */
const SMALLEST_CARD_CENTS = 50;

/** What a card cannot be charged for, because credit left less than 50 cents due, is not asked for at all (PAY-35). */
export function chargeOf(method: PaymentMethod, dueCents: number): number {
  return method === 'stripe' && dueCents < SMALLEST_CARD_CENTS ? 0 : dueCents;
}
