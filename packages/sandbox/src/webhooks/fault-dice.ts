/** What can go wrong with webhooks, each as the share of cases that it befalls. */
type WebhookFault = 'duplicate' | 'reorder' | 'drop' | 'wrong_secret';

/** All switches and how they stand: shares from 0 to 1, and how many milliseconds each delivery waits at most. */
export type Faults<Besides extends string = never> = Record<WebhookFault | Besides | 'delay_ms', number>;

const NONE: Faults = {
  // Two to four deliveries of one event.
  duplicate: 0,
  // Late enough for others to overtake.
  reorder: 0,
  // Never delivered.
  drop: 0,
  // Signed by another secret; the next attempt draws again.
  wrong_secret: 0,
  delay_ms: 0,
};

const MOST_COPIES = 4;
const REORDER_MS = 1_500;
const MOST_DELAY_MS = 600_000;

/** Draws what befalls a simulated provider; the same seed draws the same (PAY-62). `Besides`: what else can go wrong with it than webhooks. */
export class FaultDice<Besides extends string = never> {
  private state = 1;
  private current: Record<string, number>;

  constructor(private readonly besides: readonly Besides[] = []) {
    this.current = this.none();
  }

  get faults(): Faults<Besides> {
    return this.current as Faults<Besides>;
  }

  /** Changes the switches that are named, `true` being 1. Throws a sentence when one is unknown or out of its bounds. */
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

  /** Nothing goes wrong any more. */
  reset(): void {
    this.current = this.none();
  }

  befalls(fault: WebhookFault | Besides): boolean {
    return this.current[fault] > 0 && this.draw() < this.current[fault];
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
