/** floor(amount * part / whole), exact even where the product exceeds the safe integers. */
export function share(amount: number, part: number, whole: number): number {
  return Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
}

/**
 * Divides cents among weights so that the shares add up to the cents exactly: each share is the floor of the running total, less the shares
 * before it (PAY-33). Each share is less than a cent from its exact value. No share exceeds its weight unless the cents exceed all weights
 * together.
 */
export function splitCents(cents: number, weights: number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map(() => 0);
  let weight = 0;
  let given = 0;
  return weights.map((each) => {
    weight += each;
    const upToHere = share(cents, weight, whole);
    const its = upToHere - given;
    given = upToHere;
    return its;
  });
}
