/** Percent of the amount that may be missing. */
export type Tolerance = number;

interface Priced {
  amountCents: number;
  rateCents: number;
  checkout: { paymentTolerance: Tolerance };
}

const SATS_PER_COIN = 100_000_000n;
const TOLERANCE_STEPS = 1_000_000;

/** The amount to pay, rounded up to a whole satoshi, because wallets cannot send less. */
export function dueSats({ amountCents, rateCents }: Pick<Priced, 'amountCents' | 'rateCents'>): number {
  const rate = BigInt(rateCents);
  return Number((BigInt(amountCents) * SATS_PER_COIN + rate - 1n) / rate);
}

/** Whether these satoshi pay the invoice within its tolerance. */
export function isCovered(sats: number, { amountCents, rateCents, checkout }: Priced): boolean {
  const wanted = BigInt(Math.round((100 - checkout.paymentTolerance) * TOLERANCE_STEPS));
  const paid = BigInt(sats) * BigInt(rateCents) * 100n * BigInt(TOLERANCE_STEPS);
  return paid >= BigInt(amountCents) * SATS_PER_COIN * wanted && sats > 0;
}

/** In US dollars with two digits, rounded half to even like .NET: a sum just below the amount may be shown as the whole amount. */
export function paidAmount(sats: number, rateCents: number): string {
  const exact = BigInt(sats) * BigInt(rateCents);
  const [whole, rest] = [exact / SATS_PER_COIN, exact % SATS_PER_COIN];
  const isUp = rest * 2n > SATS_PER_COIN || (rest * 2n === SATS_PER_COIN && whole % 2n === 1n);
  return dollars(Number(whole) + (isUp ? 1 : 0));
}

/** Formats `8400` as `84.00`. */
export function dollars(cents: number): string {
  return decimal(cents, 2);
}

/** Converts satoshi to bitcoin. */
export function coins(sats: number): string {
  return decimal(sats, 8);
}

/** The cents of an amount with at most two decimals; undefined when it is not one. */
export function centsOf(amount: unknown): number | undefined {
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(String(amount)) ?? [];
  return whole === undefined ? undefined : Number(whole + part.padEnd(2, '0'));
}

function decimal(units: number, digits: number): string {
  const text = String(units).padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
