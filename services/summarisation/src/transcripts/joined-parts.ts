/** A timestamp map: at the time `localMs` of the part, the clock of the stream shows `streamMs` (in the file: 90,000ths of a second). */
export interface TimestampMap {
  streamMs: number;
  localMs: number;
}

const MAP = /^\s*X-TIMESTAMP-MAP\s*=/i;
const CLOCK = /LOCAL\s*:\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:\.(\d{1,3}))?/i;
/** A part restarts its times when it begins where the part before began, although that part lasted longer than this. */
const ANEW_MS = 10_000;
const LONGEST_OFFSET_MS = 7 * 24 * 3_600_000;

/** Reads the map in a line; when it cannot be read, both times are 0. */
export function timestampMapOf(line: string): TimestampMap | undefined {
  if (!MAP.test(line)) return undefined;
  const head = line.slice(0, 200);
  const [, hours = '0', minutes = '0', seconds = '0', ms = '0'] = CLOCK.exec(head) ?? [];
  const localMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(ms.padEnd(3, '0'));
  return { streamMs: Number(/MPEGTS\s*:\s*(\d{1,15})/i.exec(head)?.[1] ?? 0) / 90, localMs };
}

/** The times in a file that was joined from parts of a stream. Each part has a header and maybe a clock of its own. */
export class PartTimes {
  private offsetMs = 0;
  private endMs = 0;
  private partFirstMs: number | undefined;
  private isNew = false;
  private first: TimestampMap | undefined;
  private own: TimestampMap | undefined;

  begin(): void {
    this.isNew = this.partFirstMs !== undefined;
    this.own = undefined;
  }

  map(map: TimestampMap): void {
    this.own = map;
    this.first ??= map;
  }

  /** When a cue is shown, on the clock of the first part. */
  placed({ startMs, endMs }: { startMs: number; endMs: number }): { startMs: number; endMs: number } {
    if (this.isNew) this.offsetMs = this.offsetOf(startMs);
    if (this.isNew || this.partFirstMs === undefined) this.partFirstMs = startMs;
    this.isNew = false;
    const placed = { startMs: startMs + this.offsetMs, endMs: endMs + this.offsetMs };
    this.endMs = Math.max(this.endMs, placed.endMs);
    return placed;
  }

  private offsetOf(startMs: number): number {
    if (this.own && this.first) {
      const byMaps = this.own.streamMs - this.first.streamMs - (this.own.localMs - this.first.localMs);
      if (byMaps > 0 && byMaps < LONGEST_OFFSET_MS) return Math.round(byMaps);
    }
    const isAnew = startMs <= (this.partFirstMs ?? 0) && this.endMs - startMs > ANEW_MS;
    return isAnew ? this.endMs : 0;
  }
}
