import type { Stripe } from 'stripe';
import type { Read, Reader } from './parameters.js';
import * as ours from './request-parameters.js';

/** The names in `Ours` that `Theirs` does not have, and `type` when a value has another type. Must be never. */
type Unknown<Ours, Theirs> = Ours extends readonly (infer One)[]
  ? Theirs extends readonly (infer Other)[]
    ? Unknown<One, Other>
    : 'type'
  : Ours extends object
    ? {
        [K in keyof Ours]-?: K extends keyof Extract<Theirs, object>
          ? Unknown<NonNullable<Ours[K]>, NonNullable<Extract<Theirs, object>[K]>>
          : K;
      }[keyof Ours]
    : Ours extends Theirs
      ? never
      : 'type';
type Fits<R, Theirs> = [Unknown<Read<R>, Theirs>] extends [never] ? true : Unknown<Read<R>, Theirs>;

/** The compiler checks these: a name that the SDK's types lack, or have with another type, does not compile. */
describe('the parameters that the simulator accepts', () => {
  it("have the names and types of the SDK's own types", () => {
    const fits: [
      Fits<typeof ours.creatingCustomer, Stripe.CustomerCreateParams>,
      Fits<typeof ours.updatingCustomer, Stripe.CustomerUpdateParams>,
      Fits<typeof ours.listingCustomers, Stripe.CustomerListParams>,
      Fits<typeof ours.creatingSession, Stripe.Checkout.SessionCreateParams>,
      Fits<typeof ours.listingSessions, Stripe.Checkout.SessionListParams>,
      Fits<typeof ours.listingLineItems, Stripe.Checkout.SessionListLineItemsParams>,
      Fits<typeof ours.retrieving, Stripe.Checkout.SessionExpireParams>,
      Fits<typeof ours.listingPaymentIntents, Stripe.PaymentIntentListParams>,
      Fits<typeof ours.listingCharges, Stripe.ChargeListParams>,
      Fits<typeof ours.creatingRefund, Stripe.RefundCreateParams>,
      Fits<typeof ours.listingRefunds, Stripe.RefundListParams>,
      Fits<typeof ours.listingEvents, Stripe.EventListParams>,
      Fits<typeof ours.listingDisputes, Stripe.DisputeListParams>,
    ] = [true, true, true, true, true, true, true, true, true, true, true, true, true];
    expect(fits).toHaveLength(13);
  });

  it('would not compile with one that was renamed, left out, or has another type', () => {
    type Creating = Stripe.Checkout.SessionCreateParams;
    const left: Fits<Reader<{ payment_method_types: string[] }>, Creating> = 'payment_method_types';
    const deep: Fits<Reader<{ line_items: { price_data: { amount: number } }[] }>, Creating> = 'amount';
    const typed: Fits<Reader<{ expires_at: string }>, Creating> = 'type';
    expect([left, deep, typed]).toEqual(['payment_method_types', 'amount', 'type']);
  });
});
