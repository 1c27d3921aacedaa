import { DomainError } from '@precis/runtime/domain-error';
import type { RefundRefusal } from './refund.rule.js';

export const badRefundId = () => new DomainError('invalid', 'refund_id_invalid', 'The refund id must be a UUID.');
export const badPaymentId = () => new DomainError('invalid', 'payment_id_invalid', 'The payment id must be a UUID.');
export const badRefundAmount = () =>
  new DomainError('invalid', 'refund_amount_invalid', 'The amount must be whole cents, 0 for all that is left.');
export const paymentUnknown = () =>
  new DomainError('not_found', 'payment_not_found', 'There is no such payment of this account.');
export const refundIdTaken = () =>
  new DomainError('conflict', 'refund_id_taken', 'This refund id was already used for a different refund.');
export const refundUnderWay = () =>
  new DomainError('conflict', 'refund_under_way', 'Another refund of this payment has not ended yet.');
export const refundTooLarge = () =>
  new DomainError('conflict', 'refund_too_large', 'The amount is more than what is left of the payment.');
export const refundFailed = () =>
  new DomainError(
    'conflict',
    'refund_failed',
    'The payment provider accepted this refund, but the money came back. Try again with a new refund id.',
  );
export const providerAbsent = () =>
  new DomainError(
    'conflict',
    'payment_method_absent',
    'This deployment has no connection to the provider of this payment.',
  );

const TEXTS: Record<RefundRefusal, [code: DomainError['code'], text: string]> = {
  'not-completed': ['refund_not_completed', 'Only a completed payment can be refunded.'],
  'not-yearly': ['refund_not_yearly', 'Only a yearly term can be refunded.'],
  'too-late': ['refund_too_late', 'A yearly term can be refunded within 30 days of its payment.'],
  'nothing-left': ['refund_nothing_left', 'Nothing is left of this payment to give back.'],
};
export const refundNotAllowed = (refusal: RefundRefusal) => new DomainError('conflict', ...TEXTS[refusal]);
