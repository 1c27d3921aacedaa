import { createHash } from 'node:crypto';

/**
 * The id by which billing knows a movement follows from its payment and cause (a UUID of version 8). So a database that was restored, and
 * that hears of all events again, asks billing for the same movements under the same ids, and no wallet gets anything twice.
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
