/** Converts cents to US dollars as answers show them (PAY-3). Everywhere else an amount is a whole number. */
export const dollarsOf = (cents: number) => cents / 100;
