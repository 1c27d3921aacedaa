const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const numberFormat = new Intl.NumberFormat('en-US');

/** Formats dollars as $1,234.50. */
export function dollars(amount: number): string {
  return dollarFormat.format(amount);
}

/** Formats a count as 2,187. */
export function whole(count: number): string {
  return numberFormat.format(count);
}

/** Formats a time of a video as m:ss, or as h:mm:ss from one hour on. */
export function videoTime(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor((all % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const UNKNOWN = '–';

/** Formats unix seconds or an ISO time as 21 Nov 2026, in UTC; a dash for anything else. */
export function day(time: number | string): string {
  const date = dateOf(time);
  if (date === null) return UNKNOWN;
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Formats unix seconds or an ISO time as 21 Nov 2026, 14:02, in UTC. */
export function moment(time: number | string): string {
  const date = dateOf(time);
  return date === null ? UNKNOWN : `${day(time)}, ${date.toISOString().slice(11, 16)}`;
}

/** Formats an ISO time as 14:02:33, in UTC; any other text stays unchanged. */
export function clock(time: string): string {
  return dateOf(time)?.toISOString().slice(11, 19) ?? time;
}

function dateOf(time: number | string): Date | null {
  const date = new Date(typeof time === 'number' ? time * 1000 : time);
  return Number.isNaN(date.getTime()) ? null : date;
}
