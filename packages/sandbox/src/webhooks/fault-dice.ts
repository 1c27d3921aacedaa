/** Faults of webhooks, each with the share of events that it affects. */
type WebhookFault = 'duplicate' | 'reorder' | 'drop' | 'wrong_secret';

/** All switches and their values: shares from 0 to 1, and the maximum delay of each delivery in milliseconds. */
export type Faults<Besides extends string = never> = Record<WebhookFault | Besides | 'delay_ms', number>;

const NONE: Faults = {
  // Two to four deliveries of one event.
  duplicate: 0,
  // Delivered so late that others overtake it.
  reorder: 0,
  // Never delivered.
  drop: 0,
  // Signed with another secret; the next attempt is drawn again.
  wrong_secret: 0,
  delay_ms: 0,
};

const MOST_COPIES = 4;
const REORDER_MS = 1_500;
const MOST_DELAY_MS = 600_000;

/**
 * Draws the faults of a simulated provider; the same seed draws the same faults (PAY-62). `Besides`: faults of the provider other than those of
 * webhooks.
 */
export class FaultDice<Besides extends string = never> {
  private state = 1;
  private current: Record<string, number>;

  constructor(private readonly besides: readonly Besides[] = []) {
    this.current = this.none();
  }

  get faults(): Faults<Besides> {
    return this.current as Faults<Besides>;
  }

  /** Changes the named switches; `true` means 1. Throws an error for an unknown name or a value out of range. */
  set(wanted: Record<string, unknown>): void {
    const next = { ...this.current };
    for (const [name, given] of Object.entries(wanted)) {
      if (name === 'seed') continue;
      if (!Object.hasOwn(next, name)) throw new Error(`There is no fault ${JSON.stringify(name)}.`);
      const value = typeof given === 'boolean' ? Number(given) : given;
      const most = name === 'delay_ms' ? MOST_DELAY_MS : 1;
      if (typeof value !== 'number' || !(value >= 0 && value <= most))
        throw new Error(`${name} must be a number from 0 to ${most}.`);
      next[name] = value;
    }
    if (wanted.seed !== undefined) this.state = Number(wanted.seed) >>> 0;
    this.current = next;
  }

  /** Switches all faults off. */
  reset(): void {
    this.current = this.none();
  }

  befalls(fault: WebhookFault | Besides): boolean {
    return this.current[fault] > 0 && this.draw() < this.current[fault];
  }

  /** The delay in milliseconds of each delivery of one event; empty when it is lost. */
  deliveryDelays(): number[] {
    if (this.befalls('drop')) return [];
    const copies = this.befalls('duplicate') ? 2 + Math.floor(this.draw() * (MOST_COPIES - 1)) : 1;
    return Array.from({ length: copies }, () => {
      const late = this.befalls('reorder') ? this.draw() * REORDER_MS : 0;
      return late + (this.faults.delay_ms > 0 ? this.draw() * this.faults.delay_ms : 0);
    });
  }

  private none(): Record<string, number> {
    return { ...NONE, ...Object.fromEntries(this.besides.map((name) => [name, 0])) };
  }

  /** Mulberry32. */
  private draw(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
}
