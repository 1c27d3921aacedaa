import { useCallback, useEffect, useRef, useState } from 'react';
import { type PaymentControllerQuoteApiResponse, usePaymentControllerQuoteMutation } from '../../lib/generated-api';
import type { Period } from './periods.rule';

/** The server's price for an order, which it guarantees for a limited time. */
export type Quote = PaymentControllerQuoteApiResponse;
/** How an order is paid. */
export type Method = 'stripe' | 'crypto' | 'wallet';

/** The fields of an order. */
export interface Order {
  plan: string;
  duration: Period;
  paymentMethod: Method;
  extend: boolean;
}

interface Price {
  quote?: Quote;
  error?: unknown;
  /** Dollars due by this order's previous quote, whose price the server no longer guarantees; undefined without such a quote. */
  previousDue?: number;
}

/**
 * Gets the server's price for the order, and asks again when the order changes. An answer to an earlier order is dropped. `renew`: the server no
 * longer guarantees the price (PAY-14). `again`: the price could not be loaded.
 */
export function useQuote(order: Order | null) {
  const [ask] = usePaymentControllerQuoteMutation();
  const [price, setPrice] = useState<Price>({});
  const latest = useRef(0);
  const { plan, duration, paymentMethod, extend } = order ?? {};

  const read = useCallback(
    async (previousDue?: number) => {
      const turn = ++latest.current;
      setPrice({ previousDue });
      if (!plan || !duration || !paymentMethod) return;
      const answer = await ask({ body: { plan, duration, paymentMethod, ...(extend ? { extend } : {}) } });
      if (turn === latest.current) setPrice({ previousDue, quote: answer.data, error: answer.error });
    },
    [ask, plan, duration, paymentMethod, extend],
  );

  useEffect(() => void read(), [read]);
  return { ...price, renew: () => void read(price.quote?.due), again: () => void read(price.previousDue) };
}
