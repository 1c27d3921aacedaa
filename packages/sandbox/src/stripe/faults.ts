/** What goes wrong, each as the share of cases that it befalls, from 0 to 1. */
export interface Faults {
  /** Webhooks: two to four deliveries of one event. */
  duplicate: number;
  /** Late enough for others to overtake. */
  reorder: number;
  /** Never delivered. */
  drop: number;
  /** Signed by another secret; the next attempt draws again. */
  wrong_secret: number;
  /** Not a share: how many milliseconds each delivery waits at most. */
  delay_ms: number;
  /** Requests of the API: 500, and nothing was done. */
  api_error: number;
  /** 500, although it was done. */
  late_error: number;
  /** Done, and the connection cut. */
  cut_answer: number;
}

export const NO_FAULTS: Faults = {
  duplicate: 0,
  reorder: 0,
  drop: 0,
  wrong_secret: 0,
  delay_ms: 0,
  api_error: 0,
  late_error: 0,
  cut_answer: 0,
};

const MOST_COPIES = 4;
const REORDER_MS = 1_500;
const MOST_DELAY_MS = 600_000;

/** Draws what befalls; the same seed draws the same. */
export class FaultDice {
  faults: Faults = { ...NO_FAULTS };
  private state = 1;

  /** Throws a sentence when a switch is unknown or out of its bounds. */
  set(wanted: Record<string, unknown>): void {
    const next = { ...this.faults };
    for (const [name, value] of Object.entries(wanted)) {
      if (name === 'seed') continue;
      if (!Object.hasOwn(NO_FAULTS, name)) throw new Error(`There is no fault ${JSON.stringify(name)}.`);
      const most = name === 'delay_ms' ? MOST_DELAY_MS : 1;
      if (typeof value !== 'number' || !(value >= 0 && value <= most))
        throw new Error(`${name} must be a number from 0 to ${most}.`);
      next[name as keyof Faults] = value;
    }
    if (wanted.seed !== undefined) this.state = Number(wanted.seed) >>> 0;
    this.faults = next;
  }

  befalls(fault: Exclude<keyof Faults, 'delay_ms'>): boolean {
    return this.faults[fault] > 0 && this.draw() < this.faults[fault];
  }

  /** Milliseconds from now for each delivery of one event; none when it is lost. */
  deliveryDelays(): number[] {
    if (this.befalls('drop')) return [];
    const copies = this.befalls('duplicate') ? 2 + Math.floor(this.draw() * (MOST_COPIES - 1)) : 1;
    return Array.from({ length: copies }, () => {
      const late = this.befalls('reorder') ? this.draw() * REORDER_MS : 0;
      return late + (this.faults.delay_ms > 0 ? this.draw() * this.faults.delay_ms : 0);
    });
  }

  /** Mulberry32. */
  private draw(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
}
