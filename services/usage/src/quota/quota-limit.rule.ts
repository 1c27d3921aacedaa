/** One stretch of a paid plan. `toSeconds` is exclusive, unix seconds. */
export interface TimetableEntry {
  plan: string;
  videosPerMonth: number;
  fromSeconds: number;
  toSeconds: number;
}

/** What billing last said of an account. */
export interface Timetable {
  freeVideosPerMonth: number;
  entries: TimetableEntry[];
}

/** Free's limit while billing has not said anything of an account yet (specification section 9: free 3). */
export const UNTIL_BILLING_SPEAKS: Timetable = { freeVideosPerMonth: 3, entries: [] };

/** The limit is that of the term which contains now, else Free's; a plan change moves it at once (specification section 9; decisions 18, 27, 30). */
export function limitAt(timetable: Timetable, now: Date): number {
  const seconds = now.getTime() / 1000;
  const running = timetable.entries.find((entry) => entry.fromSeconds <= seconds && seconds < entry.toSeconds);
  return running?.videosPerMonth ?? timetable.freeVideosPerMonth;
}

/** What stays of the month: never below 0, also after a downgrade below what was used (specification section 3, Usage summary; decisions 18). */
export function remainingOf(limit: number, used: number): number {
  return Math.max(0, limit - used);
}
