import { useState } from 'react';
import { usePaymentControllerSessionQuery } from '../../lib/generated-api';
import { mayChange, paymentState } from './payment-state.rule';

/** Milliseconds between two polls of a payment that is being confirmed. */
export const LOOK_EVERY_MS = 2_000;

/** Polls the payment `id` until its status is final or a call fails. With a null `id` it makes no call. `again`: reads the status once more. */
export function usePayment(id: string | null) {
  const [isPolling, setPolling] = useState(true);
  const { data, error, isFetching, refetch } = usePaymentControllerSessionQuery(
    { id: encodeURIComponent(id ?? '') },
    { skip: id === null, pollingInterval: isPolling ? LOOK_EVERY_MS : 0, refetchOnMountOrArgChange: true },
  );
  const state = paymentState(data?.payment.status);
  const shouldPoll = error === undefined && mayChange(state);
  if (isPolling !== shouldPoll) setPolling(shouldPoll);
  return { payment: data?.payment, state, error, isFetching, again: () => void refetch() };
}
