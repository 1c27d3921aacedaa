import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import { SpanKind, startSpan } from '@precis/runtime/tracing/start-span';
import { parseTraceparent } from '@precis/runtime/tracing/traceparent';
import { DeliverWebhook, WEBHOOK_LEASE_MS } from './deliver-webhook.usecase.js';
import type { TakenWebhook } from './webhook-delivery.row.js';
import { type Health, WebhookQueueRepository } from './webhook-queue.repository.js';

/** Webhooks that one process sends at a time (HOOK-8). */
const PLACES = 128;
/** How many of them may go to endpoints whose last delivery failed. Even when all of those hang, the other endpoints still get webhooks. */
const PLACES_OF_FAILING = 64;
/** How often to look for due deliveries: in the seconds after some were taken, and otherwise. */
const LOOK_EVERY_MS = { busy: 250, idle: 1_000 };
/** How long the `busy` time applies after deliveries were taken. */
const BUSY_FOR_MS = 5_000;
/** The pause after deliveries could not be taken, for example because the database is unavailable. */
const AWAY_MS = 2_000;

/** Sends due deliveries while the service runs. Any number of copies can run in parallel. */
@Injectable()
export class WebhookSenders implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly underWay: Record<Health, Set<Promise<void>>> = { well: new Set(), failing: new Set() };
  private running: Promise<void> | undefined;
  private takenAtMs = -Infinity;
  /** Aborted when a delivery has ended: its lane is free. */
  private ended = new AbortController();

  constructor(
    private readonly queue: WebhookQueueRepository,
    private readonly deliver: DeliverWebhook,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** Lets running attempts end first. Waiting deliveries are left to the next process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        this.ended = new AbortController();
        const begun = (await this.begin('well')) + (await this.begin('failing'));
        if (begun > 0) {
          this.takenAtMs = performance.now();
          continue;
        }
        const everyMs = LOOK_EVERY_MS[performance.now() - this.takenAtMs < BUSY_FOR_MS ? 'busy' : 'idle'];
        await pause(everyMs * (0.5 + Math.random() / 2), AbortSignal.any([signal, this.ended.signal]));
      } catch (error) {
        this.logger.warn({ err: error }, 'waiting webhooks could not be taken');
        await pause(AWAY_MS, signal);
      }
    }
    await Promise.all([...this.underWay.well, ...this.underWay.failing]);
  }

  /** Takes as many deliveries as there is room for, and returns how many. */
  private async begin(health: Health): Promise<number> {
    const { well, failing } = this.underWay;
    const free = PLACES - well.size - failing.size;
    const places = health === 'well' ? free : Math.min(free, PLACES_OF_FAILING - failing.size);
    if (places <= 0) return 0;
    const takenAtMs = performance.now();
    const taken = await this.queue.take(health, places, WEBHOOK_LEASE_MS, this.clock.now());
    for (const delivery of taken) this.send(delivery, health, takenAtMs);
    return taken.length;
  }

  private send(delivery: TakenWebhook, health: Health, takenAtMs: number): void {
    const { eventType, eventId, traceparent } = delivery;
    const span = startSpan({
      service: 'notifications',
      name: `webhook ${eventType}`,
      kind: SpanKind.INTERNAL,
      parent: parseTraceparent(traceparent ?? undefined),
      attributes: { 'messaging.message.id': eventId },
    });
    const work = span
      .run(() => this.deliver.execute(delivery, takenAtMs))
      .finally(() => {
        span.end({}, false);
        this.underWay[health].delete(work);
        this.ended.abort();
      });
    this.underWay[health].add(work);
  }
}
