/** US dollars as answers show them, of cents (PAY-3). The only place where an amount stops being a whole number. */
export const dollarsOf = (cents: number) => cents / 100;
