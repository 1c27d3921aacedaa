import type { Logger } from '@precis/runtime/logger';
import { within } from '@precis/runtime/pause';
import { Redis } from 'ioredis';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Admittance } from './gcra.rule.js';
import { THROTTLE_SCRIPT } from './throttle-script.js';
import { type Demand, MemoryThrottleStore, type ThrottleStore } from './throttle-store.js';

/** Keeps one budget for all gateways while Redis answers, and one per gateway while it does not (LIMIT-5). */
export class RedisThrottleStore implements ThrottleStore {
  private readonly local = new MemoryThrottleStore();
  private readonly redis: RedisThrottleClient;
  private readonly fallbacks: Counter;

  constructor(place: RedisPlace, metrics: Registry, logger: Logger) {
    const registers = [metrics];
    this.fallbacks = new Counter({
      name: 'precis_throttle_fallbacks_total',
      help: 'Throttle decisions made without Redis because it was away.',
      registers,
    });
    const up = new Gauge({
      name: 'precis_throttle_redis_up',
      help: '1 while the throttle counts in Redis, 0 while each gateway counts alone.',
      registers,
    });
    const onChange = (isUp: boolean, cause: Error) => {
      up.set(isUp ? 1 : 0);
      if (isUp) logger.info('the throttle counts in Redis');
      else logger.warn({ err: cause }, 'Redis is away: the throttle counts in this process alone');
    };
    this.redis = new RedisThrottleClient(place, onChange);
  }

  start(): void {
    this.redis.start();
  }

  stop(): void {
    this.redis.stop();
  }

  async take(demands: Demand[], returns: Demand[] = []): Promise<Admittance> {
    if (this.redis.isUp) {
      try {
        const admittance = await this.redis.take(demands, returns);
        this.local.note([...demands, ...returns], admittance.aheadMs);
        return admittance;
      } catch {
        // Decided below without Redis. After an outage, which onChange has logged, later requests do not wait for Redis.
      }
    }
    this.fallbacks.inc();
    return this.local.take(demands, returns);
  }
}

/** Time limit of the handshake, for which no request waits. */
const HANDSHAKE_MS = 500;
/** Time between attempts to reach a Redis that failed. The random spread keeps gateways from reconnecting all at once. */
const RETRY_MS = { least: 750, spread: 500 };
const PROBE: Demand[] = [{ key: 'throttle:probe', limit: { ratePerSecond: 1_000, burst: 1 } }];
const CLOSED = new Error('the connection was closed');

/** Where Redis is, and how long a request waits for it. */
export interface RedisPlace {
  /** May hold a password. */
  url: string;
  /** The longest time that a request may wait for Redis. */
  decisionMs: number;
}

/** The most steps of one script call: Redis does nothing else while it runs a script, and this many steps take it about a millisecond. */
const MAX_STEPS = 200;

/**
 * While this many script calls are under way, further requests are collected for the next call. A single request never waits, and no timer is
 * needed.
 */
const MOST_UNDER_WAY = 2;
/** When the oldest call takes longer than this, requests no longer wait for it: waiting for a slow Redis would use up their time. */
const COLLECT_MS = 5;
/** Fraction of the decision time. A request that has waited longer than this for earlier calls is no longer sent. */
const MOST_WAITED = 0.8;
const WAITED_TOO_LONG = new Error('waited too long for earlier decisions');

/** The subjects from which one request takes, and those to which it gives back, in one step. */
export interface ThrottleStep {
  demands: Demand[];
  returns: Demand[];
}

interface Waiting extends ThrottleStep {
  /** When the step began to wait for earlier calls, in ms on the monotonic clock; 0 when it did not wait. */
  queuedMs: number;
  resolve: (admittance: Admittance) => void;
  reject: (error: unknown) => void;
}

type WithScript = Redis & { throttleTake(keys: number, ...args: string[]): Promise<(number | string)[]> };

/**
 * One connection to Redis, either up or away. Any failure ends it, and rejects everything that still waits. It is up again when a new connection
 * has run the script in time. So a request waits for an outage at most once, and at any moment no more requests wait than arrived within the time
 * of one decision.
 */
export class RedisThrottleClient {
  private readonly redis: WithScript;
  private state: 'unknown' | 'up' | 'away' = 'unknown';
  private stopped = false;
  private waiting: Waiting[] = [];
  /** Calls without an answer yet, with their send time, oldest first. */
  private underWay: { sentMs: number }[] = [];
  private isPlanned = false;
  private lastError = CLOSED;

  constructor(
    private readonly place: RedisPlace,
    private readonly onChange: (isUp: boolean, cause: Error) => void,
  ) {
    this.redis = new Redis(place.url, {
      lazyConnect: true,
      connectTimeout: HANDSHAKE_MS,
      commandTimeout: Math.max(HANDSHAKE_MS, place.decisionMs),
      // A hanging Redis does not answer QUIT either.
      disconnectTimeout: 50,
      retryStrategy: () => RETRY_MS.least + Math.random() * RETRY_MS.spread,
      // A request that was decided without Redis must not be counted there later.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      scripts: { throttleTake: { lua: THROTTLE_SCRIPT } },
    }) as WithScript;
    this.redis.on('error', (error: Error) => (this.lastError = error));
    this.redis.on('ready', () => void this.probe());
    this.redis.on('close', () => this.change('away'));
  }

  get isUp(): boolean {
    return this.state === 'up';
  }

  start(): void {
    this.redis.connect().catch(() => undefined);
  }

  stop(): void {
    this.stopped = true;
    this.redis.disconnect();
  }

  /**
   * Rejects when Redis does not decide within the decision time. Requests of one turn of the event loop share one script call, and so do requests
   * that arrive while two calls are under way.
   */
  take(demands: Demand[], returns: Demand[] = []): Promise<Admittance> {
    return new Promise((resolve, reject) => {
      const queuedMs = this.maySend() ? 0 : performance.now();
      this.waiting.push({ demands, returns, queuedMs, resolve, reject });
      this.plan();
    });
  }

  /** Decides the steps in order, all at one moment. `nowMs` replaces Redis' clock. */
  async decide(steps: ThrottleStep[], nowMs?: number, leftMs = this.place.decisionMs): Promise<Admittance[]> {
    const [keys, figures]: [string[], string[]] = [[], [String(nowMs ?? '')]];
    for (const { demands, returns } of steps) {
      figures.push(String(demands.length), String(demands.length + returns.length));
      for (const { key, limit } of [...demands, ...returns]) {
        keys.push(key);
        figures.push(String(limit.ratePerSecond), String(limit.burst));
      }
    }
    const answer = await within(
      leftMs,
      this.redis.throttleTake(keys.length, ...keys, ...figures),
      () => new Error(`no answer within ${this.place.decisionMs} ms`),
    );
    let at = 0;
    return steps.map(({ demands, returns }) => {
      const [allowed, ...aheadMs] = answer.slice(at, (at += 1 + demands.length + returns.length));
      return { allowed: allowed === 1, aheadMs: aheadMs.map(Number) };
    });
  }

  private plan(): void {
    if (this.isPlanned || !this.maySend()) return;
    this.isPlanned = true;
    setImmediate(() => {
      this.isPlanned = false;
      if (this.maySend()) this.flush();
    });
  }

  private maySend(): boolean {
    if (this.underWay.length < MOST_UNDER_WAY) return true;
    const [oldest] = this.underWay;
    return performance.now() - oldest.sentMs > COLLECT_MS;
  }

  private flush(): void {
    const mostMs = this.place.decisionMs * MOST_WAITED;
    const sentMs = performance.now();
    const waited = ({ queuedMs }: Waiting) => (queuedMs === 0 ? 0 : sentMs - queuedMs);
    const { late = [], timely = [] } = Object.groupBy(this.waiting.splice(0), (step) =>
      waited(step) > mostMs ? 'late' : 'timely',
    );
    late.forEach((step) => step.reject(WAITED_TOO_LONG));
    for (let start = 0; start < timely.length; start += MAX_STEPS) {
      const steps = timely.slice(start, start + MAX_STEPS);
      void this.settle(steps, { sentMs }, this.place.decisionMs - Math.max(...steps.map(waited)));
    }
  }

  private async settle(steps: Waiting[], call: { sentMs: number }, leftMs: number): Promise<void> {
    this.underWay.push(call);
    try {
      const admittances = await this.decide(steps, undefined, leftMs);
      steps.forEach((step, index) => step.resolve(admittances[index]));
    } catch (error) {
      // Only the first of several failed calls ends the connection.
      if (this.isUp) this.drop(error as Error);
      steps.forEach((step) => step.reject(error));
      // Requests that waited for this call have no time left for another attempt.
      this.waiting.splice(0).forEach((step) => step.reject(error));
    } finally {
      this.underWay = this.underWay.filter((one) => one !== call);
      if (this.waiting.length > 0) this.plan();
    }
  }

  private async probe(): Promise<void> {
    try {
      await this.decide([{ demands: PROBE, returns: [] }]);
      this.change('up');
    } catch (error) {
      this.drop(error as Error);
    }
  }

  private drop(cause: Error): void {
    this.lastError = cause;
    this.change('away');
    if (!this.stopped) this.redis.disconnect(true);
  }

  private change(state: 'up' | 'away'): void {
    if (this.stopped || state === this.state) return;
    this.state = state;
    this.onChange(state === 'up', this.lastError);
    this.lastError = CLOSED;
  }
}
