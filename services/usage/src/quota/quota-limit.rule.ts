/** One period of a paid plan. `toSeconds` is exclusive, unix seconds. */
export interface TimetableEntry {
  plan: string;
  videosPerMonth: number;
  fromSeconds: number;
  toSeconds: number;
}

/** The latest timetable of an account from billing: Free's quota, and its paid terms. */
export interface Timetable {
  freeVideosPerMonth: number;
  entries: TimetableEntry[];
}

/** The timetable of an account that billing has not announced yet: Free's limit (QUOTA-7). */
export const FREE_TIMETABLE: Timetable = { freeVideosPerMonth: 3, entries: [] };

/** The limit is that of the current term, otherwise Free's (PAY-5); a plan change takes effect immediately (QUOTA-6). */
export function limitAt(timetable: Timetable, now: Date): number {
  const seconds = now.getTime() / 1000;
  const running = timetable.entries.find((entry) => entry.fromSeconds <= seconds && seconds < entry.toSeconds);
  return running?.videosPerMonth ?? timetable.freeVideosPerMonth;
}

/** The rest of the month: never below 0, also after a downgrade below the used count (QUOTA-6). */
export function remainingOf(limit: number, used: number): number {
  return Math.max(0, limit - used);
}
