/** An exact decimal number: units / 10^scale, never negative. */
export interface Decimal {
  units: bigint;
  scale: number;
}

/** Without sign, exponent or NaN. Longer numbers than .NET's decimals are refused too. */
const FORM = /^(\d{1,29})(?:\.(\d{1,28}))?$/;
/** A million dollars. A larger payment is never ours, and must not reach a wallet before a person has seen it. */
const MOST_CENTS = 100_000_000n;

/** Parses a plain decimal number; undefined for anything else. */
export function readDecimal(text: string): Decimal | undefined {
  const [, whole, part = ''] = FORM.exec(text) ?? [];
  return whole === undefined ? undefined : { units: BigInt(whole + part), scale: part.length };
}

export function sumOf(decimals: Decimal[]): Decimal {
  const scale = Math.max(0, ...decimals.map((one) => one.scale));
  return { units: decimals.reduce((sum, one) => sum + unitsAt(one, scale), 0n), scale };
}

/** Subtracts; never below zero. */
export function less(from: Decimal, taken: Decimal): Decimal {
  const scale = Math.max(from.scale, taken.scale);
  const units = unitsAt(from, scale) - unitsAt(taken, scale);
  return { units: units > 0n ? units : 0n, scale };
}

export function times(one: Decimal, other: Decimal): Decimal {
  return { units: one.units * other.units, scale: one.scale + other.scale };
}

/** Converts dollars to whole cents and drops the fraction; undefined above the largest payment. */
export function centsOf({ units, scale }: Decimal): number | undefined {
  const cents = (units * 100n) / 10n ** BigInt(scale);
  return cents > MOST_CENTS ? undefined : Number(cents);
}

/** Formats cents `8400` as `84.00`. */
export function dollarsOf(cents: number): string {
  const text = String(cents).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}
