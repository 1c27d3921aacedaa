import { createHash } from 'node:crypto';

/**
 * The id of a movement for billing, derived from its payment and cause (a UUID of version 8). A restored database that receives all events again
 * therefore requests the same movements under the same ids, and no wallet gets money twice.
 */
export function movementId(paymentId: string, cause: string): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([paymentId, cause]))
    .digest()
    .subarray(0, 16);
  bytes[6] = 0x80 | (bytes[6] & 0x0f);
  bytes[8] = 0x80 | (bytes[8] & 0x3f);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
