import type { Logger } from '@precis/runtime/logger';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Admittance } from './gcra.rule.js';
import { MemoryThrottleStore } from './memory-throttle.store.js';
import { RedisThrottleClient, type RedisPlace } from './redis-throttle.client.js';
import type { Demand, ThrottleStore } from './throttle-store.js';

/** One budget for all gateways while Redis answers, one per gateway while it does not. */
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
        // The client has said why; whoever asks next does not wait.
      }
    }
    this.fallbacks.inc();
    return this.local.take(demands, returns);
  }
}
