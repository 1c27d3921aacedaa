import { Inject, Injectable } from '@nestjs/common';
import { backoffMs } from '@precis/runtime/backoff';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { LookAtPayment } from '../payments/look-at-payment.usecase.js';
import { BUSY, isBeyondLast, waitAfter } from './event-attempts.js';
import { ProviderEventMetrics } from './provider-event-metrics.js';
import { ProviderEvents, type TakenEvent } from './provider-events.repository.js';

const FRAUD_WARNING = 'radar.early_fraud_warning.created';

/**
 * Makes one attempt at one event: asks its provider about the payment that it names, and settles the result (PAY-41). After kill -9 the event is
 * taken again when its lease ends, and a second look has no second effect. Never rejects.
 */
@Injectable()
export class HandleProviderEvent {
  constructor(
    private readonly events: ProviderEvents,
    private readonly look: LookAtPayment,
    private readonly metrics: ProviderEventMetrics,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(event: TakenEvent): Promise<void> {
    try {
      await this.attempt(event);
    } catch (error) {
      await this.laterOrDead(event, error).catch((failure: unknown) =>
        // Its lease ends, and the event is taken again.
        this.logger.error({ err: failure, eventId: event.eventId }, 'the outcome of a provider event was not recorded'),
      );
    }
  }

  private async attempt(event: TakenEvent): Promise<void> {
    if (isBeyondLast(event.attempts)) throw new Error('its worker ended at every attempt');
    const paymentId = await this.events.paymentOf(event);
    const outcome = paymentId === undefined ? 'unknown' : await this.look.execute(paymentId);
    if (outcome === 'busy')
      return this.events.postpone(event, backoffMs(BUSY, 1, Math.random()), 'another look is under way', false);
    if (outcome === 'unknown') return this.unknown(event);
    if (event.type === FRAUD_WARNING)
      this.logger.warn({ eventId: event.eventId, type: event.type }, `early fraud warning for payment ${paymentId}`);
    this.metrics.count('done');
    await this.events.settle(event, 'done', this.clock.now());
  }

  private async unknown(event: TakenEvent): Promise<void> {
    // A payment's row exists before its provider learns its id, so an unknown id belongs to another deployment.
    const waitMs = event.paymentId ? undefined : waitAfter(event.attempts, Math.random(), false);
    if (waitMs !== undefined) return this.events.postpone(event, waitMs, 'payment unknown');
    this.metrics.count('ignored');
    await this.events.settle(event, 'ignored', this.clock.now(), 'payment unknown');
  }

  private async laterOrDead(event: TakenEvent, error: unknown): Promise<void> {
    const { eventId, type, attempts } = event;
    const code = error instanceof DomainError ? error.code : error instanceof Error ? error.name : 'unknown';
    const facts = { err: error, eventId, type, attempts, code };
    const waitMs = waitAfter(attempts, Math.random());
    if (waitMs === undefined) {
      this.metrics.count('dead');
      this.logger.error(facts, 'provider event is dead: given up after its last attempt');
      return this.events.settle(event, 'dead', this.clock.now(), code);
    }
    this.metrics.count('failed');
    this.logger.warn({ ...facts, ms: waitMs }, 'provider event will be tried again');
    return this.events.postpone(event, waitMs, code);
  }
}
