import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import { SpanKind, startSpan } from '@precis/runtime/tracing/start-span';
import { parseTraceparent } from '@precis/runtime/tracing/traceparent';
import { SMTP_CONNECTIONS } from '../smtp/smtp-mail-sender.provider.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { TakenDelivery } from './delivery.row.js';
import { DeliverMail, LEASE_MS } from './deliver-mail.usecase.js';

/** How soon a new mail is found. All senders of this process share one query. */
const LOOK_EVERY_MS = 250;
/** The pause after mails could not be taken, for example because the database is unavailable. */
const AWAY_MS = 2_000;

/** Sends waiting mails, five at a time, while the service runs (MAIL-12). Any number of copies may do so. */
@Injectable()
export class MailSenders implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private running: Promise<void> | undefined;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly deliver: DeliverMail,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  /** Waits for the mails in progress; waiting ones are left to the next process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const free = SMTP_CONNECTIONS - this.underWay.size;
        const takenAtMs = performance.now();
        const taken = free > 0 ? await this.deliveries.take(free, LEASE_MS) : [];
        for (const delivery of taken) this.begin(delivery, takenAtMs);
        if (taken.length < free) await pause(LOOK_EVERY_MS * (0.5 + Math.random() / 2), signal);
        else await Promise.race(this.underWay);
      } catch (error) {
        this.logger.warn({ err: error }, 'waiting mails could not be taken');
        await pause(AWAY_MS, signal);
      }
    }
    await Promise.all(this.underWay);
  }

  private begin(delivery: TakenDelivery, takenAtMs: number): void {
    const { kind, eventId, traceparent } = delivery;
    const span = startSpan({
      service: 'notifications',
      name: `send ${kind}`,
      kind: SpanKind.INTERNAL,
      parent: parseTraceparent(traceparent ?? undefined),
      attributes: { 'messaging.message.id': eventId },
    });
    const work = span
      .run(() => this.deliver.execute(delivery, takenAtMs))
      .finally(() => {
        span.end({}, false);
        this.underWay.delete(work);
      });
    this.underWay.add(work);
  }
}
