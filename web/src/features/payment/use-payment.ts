import { useState } from 'react';
import { usePaymentControllerSessionQuery } from '../../lib/generated-api';
import { mayChange, paymentState } from './payment-state.rule';

/** Milliseconds between two polls of a payment that is being confirmed. */
export const LOOK_EVERY_MS = 2_000;

/** Polls the payment `id` until its status is final or a call failed. Null: no calls. */
export function usePayment(id: string | null) {
  const [looks, setLooks] = useState(true);
  const { data, error, isFetching, refetch } = usePaymentControllerSessionQuery(
    { id: encodeURIComponent(id ?? '') },
    { skip: id === null, pollingInterval: looks ? LOOK_EVERY_MS : 0, refetchOnMountOrArgChange: true },
  );
  const state = paymentState(data?.payment.status);
  const shouldLook = error === undefined && mayChange(state);
  if (looks !== shouldLook) setLooks(shouldLook);
  return { payment: data?.payment, state, error, isFetching, again: () => void refetch() };
}
