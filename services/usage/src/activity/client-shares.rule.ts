import { type ClientBucket, clientBucketOf, OTHER } from './client-bucket.rule.js';

export interface ClientShare extends ClientBucket {
  count: number;
  percentage: number;
}

/** Callers choose their names freely: without a limit an account's table could have a row per call. */
const ROWS_OF_UNKNOWN_CLIENTS = 20;

/**
 * A month's charged calls by client bucket, the busiest first (QUOTA-17). The 20 busiest unknown clients have a row each; the rest is counted in
 * Other (QUOTA-19).
 */
export function clientSharesOf(counts: { client: string; count: number }[]): ClientShare[] {
  const all = counts.map(({ client, count }) => ({ ...clientBucketOf(client), count }));
  const unknown = busiestFirst(all).filter(({ key }) => key.startsWith('client:'));
  const beyond = new Set(unknown.slice(ROWS_OF_UNKNOWN_CLIENTS).map(({ key }) => key));
  const shown = busiestFirst(all.map((row) => (beyond.has(row.key) ? { ...OTHER, count: row.count } : row)));
  const percentages = percentagesOf(shown.map(({ count }) => count));
  return shown.map((row, index) => ({ ...row, percentage: percentages[index] }));
}

type Counted = ClientBucket & { count: number };

/** One row per key; equally busy ones are ordered by key. */
function busiestFirst(rows: Counted[]): Counted[] {
  const byKey = new Map<string, Counted>();
  for (const row of rows)
    byKey.set(row.key, {
      ...row,
      name: byKey.get(row.key)?.name ?? row.name,
      count: row.count + (byKey.get(row.key)?.count ?? 0),
    });
  return [...byKey.values()].sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
}

/** Shares in percent with one decimal that sum to exactly 100.0 (QUOTA-17), by the largest-remainder method. All zeros when nothing was counted. */
function percentagesOf(counts: number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (count * 1000) / total);
  const tenths = exact.map(Math.floor);
  const left = 1000 - tenths.reduce((sum, value) => sum + value, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - tenths[index] }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) tenths[index]++;
  return tenths.map((value) => value / 10);
}
