import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import { HandleProviderEvent } from './handle-provider-event.usecase.js';
import { ProviderEvents } from './provider-events.repository.js';

/** Longer than an attempt can take. */
const LEASE_MS = 45_000;
const AT_ONCE = 4;
/**
 * How often to look for events that another copy received, and for those whose next attempt is due: in the seconds after one was taken here, and
 * otherwise. A received event wakes its own copy immediately.
 */
const LOOK_EVERY_MS = { busy: 250, idle: 1_000 };
const BUSY_FOR_MS = 10_000;
/** Wait after an error of the database. */
const AWAY_MS = 2_000;

/** Handles provider events while the service runs, four at a time (PAY-41). Any number of copies may do so. */
@Injectable()
export class ProviderEventWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private waker = new AbortController();
  private running: Promise<void> | undefined;
  private takenAtMs = -Infinity;

  constructor(
    private readonly events: ProviderEvents,
    private readonly handle: HandleProviderEvent,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** Wakes the worker after an event was stored. */
  wake(): void {
    this.waker.abort();
  }

  /** Waits for the attempts in progress; waiting events are left to the next process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      // Created before the look, so that an event that arrives during the look is not missed.
      this.waker = new AbortController();
      const { signal } = this.waker;
      if (this.stopping.signal.aborted) break;
      try {
        const free = AT_ONCE - this.underWay.size;
        const taken = free > 0 ? await this.events.take(free, LEASE_MS) : [];
        for (const event of taken) {
          this.takenAtMs = performance.now();
          const work = this.handle.execute(event).finally(() => this.underWay.delete(work));
          this.underWay.add(work);
        }
        const everyMs = LOOK_EVERY_MS[performance.now() - this.takenAtMs < BUSY_FOR_MS ? 'busy' : 'idle'];
        if (taken.length < free) await pause(everyMs * (0.5 + Math.random() / 2), signal);
        else await Promise.race(this.underWay);
      } catch (error) {
        this.logger.warn({ err: error }, 'provider events could not be taken');
        await pause(AWAY_MS, this.stopping.signal);
      }
    }
    await Promise.all(this.underWay);
  }
}
