/** Where in the life of the database a list of revocations ended. */
export interface RevocationCursor {
  /** When this Postgres started: its transaction ids mean nothing to another one (a restart, a standby that took over, a restore). */
  started: string;
  /** Seconds since 1970 by the service's clock, the one by which graces end. */
  madeAt: string;
  /** What was visible then, as Postgres writes it: `xmin:xmax:running,running`. */
  snapshot: string;
}

/** The dead are deleted after a day: a cursor must be far younger to be a place from which nothing is missed. */
const CURSOR_LIVES_SECONDS = 3_600;
const CURSOR = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)\/(\d{1,19}:\d{1,19}:(?:\d{1,19}(?:,\d{1,19})*)?)$/;

export function formatCursor({ started, madeAt, snapshot }: RevocationCursor): string {
  return `${started}/${madeAt}/${snapshot}`;
}

/** Undefined for anything that is not of this form. */
export function parseCursor(text: string): RevocationCursor | undefined {
  const parts = CURSOR.exec(text);
  return parts ? { started: parts[1], madeAt: parts[2], snapshot: parts[3] } : undefined;
}

/** True when everything revoked after `sent` can still be told at `here`. */
export function canFollow(sent: RevocationCursor, here: RevocationCursor): boolean {
  return sent.started === here.started && Math.abs(Number(here.madeAt) - Number(sent.madeAt)) < CURSOR_LIVES_SECONDS;
}
