/** An account remembers the ten devices that logged in last (ACC-60). */
export const MOST_DEVICES = 10;

/** A device that did not log in for a year is forgotten (ACC-60). */
export const FORGOTTEN_AFTER_DAYS = 365;
