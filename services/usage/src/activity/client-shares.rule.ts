import { type ClientBucket, clientBucketOf } from './client-bucket.rule.js';
import { percentagesOf } from './percentages.rule.js';

export interface ClientShare extends ClientBucket {
  count: number;
  percentage: number;
}

/** A month's charged calls by client bucket, the busiest first (specification 2, client usage). */
export function clientSharesOf(counts: { client: string; count: number }[]): ClientShare[] {
  const shares = new Map<string, ClientShare>();
  for (const { client, count } of counts) {
    const bucket = clientBucketOf(client);
    const share = shares.get(bucket.key) ?? { ...bucket, count: 0, percentage: 0 };
    share.count += count;
    shares.set(bucket.key, share);
  }
  const sorted = [...shares.values()].sort((a, b) => b.count - a.count || a.key.localeCompare(b.key));
  percentagesOf(sorted.map((share) => share.count)).forEach((percentage, index) => (sorted[index].percentage = percentage));
  return sorted;
}
