const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const numberFormat = new Intl.NumberFormat('en-US');

/** $1,234.50 of a number of dollars. */
export function dollars(amount: number): string {
  return dollarFormat.format(amount);
}

/** 2,187 */
export function whole(count: number): string {
  return numberFormat.format(count);
}

/** A time of a video: m:ss, from one hour on h:mm:ss. */
export function videoTime(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor((all % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const UNKNOWN = '–';

/** 21 Nov 2026, in UTC, from unix seconds or an ISO time; a dash for anything else. */
export function day(time: number | string): string {
  const date = dateOf(time);
  if (date === null) return UNKNOWN;
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** 21 Nov 2026, 14:02, in UTC. */
export function moment(time: number | string): string {
  const date = dateOf(time);
  return date === null ? UNKNOWN : `${day(time)}, ${date.toISOString().slice(11, 16)}`;
}

/** 14:02:33, in UTC, from an ISO time; any other text stays as it is. */
export function clock(time: string): string {
  return dateOf(time)?.toISOString().slice(11, 19) ?? time;
}

function dateOf(time: number | string): Date | null {
  const date = new Date(typeof time === 'number' ? time * 1000 : time);
  return Number.isNaN(date.getTime()) ? null : date;
}
