import { uuidOfFact } from '@precis/runtime/uuid';

/**
 * The id of a movement for billing, which follows from its payment and cause. A restored database that receives all events again therefore requests
 * the same movements under the same ids, and no wallet gets money twice.
 */
export const movementId = (paymentId: string, cause: string): string => uuidOfFact(paymentId, cause);
