/**
 * Shares in percent with one decimal that sum to exactly 100.0 (specification section 3, Client usage; decisions 23): largest
 * remainders take the tenths that rounding down leaves over. All zeros when nothing was counted.
 */
export function percentagesOf(counts: number[]): number[] {
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
