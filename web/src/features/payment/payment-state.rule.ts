/** The state of a payment on the page after a checkout. */
export type PaymentState = 'unknown' | 'waiting' | 'completed' | 'failed' | 'expired' | 'refunded' | 'disputed';

const STATES: Record<string, PaymentState> = {
  created: 'waiting',
  pending: 'waiting',
  processing: 'waiting',
  completed: 'completed',
  failed: 'failed',
  expired: 'expired',
  refunded: 'refunded',
  disputed: 'disputed',
};

/** The meaning of the server's status; undefined: unknown (WEB-21, PAY-17). */
export function paymentState(status: string | undefined): PaymentState {
  return (status !== undefined && STATES[status]) || 'unknown';
}

/** Whether the status may still change while the page is open. */
export function mayChange(state: PaymentState): boolean {
  return state === 'unknown' || state === 'waiting';
}

/** Whether the payment ended without a purchase: the page then stays, so that people can read why (WEB-21). */
export function endedUnpaid(state: PaymentState): boolean {
  return state === 'failed' || state === 'expired';
}
