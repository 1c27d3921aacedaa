/** One stretch of a paid plan. `toSeconds` is exclusive, unix seconds. */
export interface TimetableEntry {
  plan: string;
  videosPerMonth: number;
  fromSeconds: number;
  toSeconds: number;
}

/** What billing last said of an account: Free's quota, and its paid terms. */
export interface Timetable {
  freeVideosPerMonth: number;
  entries: TimetableEntry[];
}

/** Of an account of which billing has said nothing yet: Free's limit (QUOTA-7). */
export const FREE_TIMETABLE: Timetable = { freeVideosPerMonth: 3, entries: [] };

/** The limit is that of the term which contains now, else Free's (PAY-5); a plan change moves it at once (QUOTA-6). */
export function limitAt(timetable: Timetable, now: Date): number {
  const seconds = now.getTime() / 1000;
  const running = timetable.entries.find((entry) => entry.fromSeconds <= seconds && seconds < entry.toSeconds);
  return running?.videosPerMonth ?? timetable.freeVideosPerMonth;
}

/** What is left of the month: never below 0, also after a downgrade below what was used (QUOTA-6). */
export function remainingOf(limit: number, used: number): number {
  return Math.max(0, limit - used);
}
