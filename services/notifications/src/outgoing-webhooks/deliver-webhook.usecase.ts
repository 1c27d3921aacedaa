import { Inject, Injectable } from '@nestjs/common';
import { backoffMs } from '@precis/runtime/backoff';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import { DataSource } from 'typeorm';
import { AuthClient } from '../mails/auth.client.js';
import { RecordAttempt } from './record-attempt.usecase.js';
import type { TakenWebhook, Verdict, WebhookAttempt } from './webhook-delivery.row.js';
import { TEST_EVENT, webhookIdOf } from './webhook-event.rule.js';
import { WebhookLogRepository } from './webhook-log.repository.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { dayOf } from './webhook-retention.rule.js';
import { isHeldTooLong, MOST_TRIES, waitAfter } from './webhook-retry.rule.js';
import { WebhookSecrets } from './webhook-secrets.provider.js';
import { signedHeaders } from './webhook-signature.js';
import { WebhookSettings } from './webhook-settings.js';
import { type SendOutcome, WebhookClient } from './webhook.client.js';

/** Longer than an attempt can take: asking auth, the request's deadline, and the record. After it another sender takes the delivery. */
export const WEBHOOK_LEASE_MS = 60_000;
/** A request that would begin later than this after the delivery was taken is not sent, so that it ends well before the lease. */
const LATEST_START_MS = 20_000;
/** How long a delivery waits whose account is stopped, or has used all attempts of the day. */
const HOLD_MS = 15 * 60_000;
/** How long a delivery waits while auth does not answer: 15 to 30 s. */
const AUTH_AWAY = { firstMs: 30_000, factor: 1, capMs: 30_000 };
/** Waits between tries to record an attempt; their sum is well below the lease. */
const RECORD_AGAIN_MS = [200, 1_000, 3_000];

/**
 * One attempt at one delivery. After a kill -9 between the request and the record, the delivery is sent once more when its lease ends,
 * with the same webhook-id (HOOK-5). Never rejects: an attempt that cannot be recorded is repeated.
 */
@Injectable()
export class DeliverWebhook {
  constructor(
    private readonly database: DataSource,
    private readonly auth: AuthClient,
    private readonly log: WebhookLogRepository,
    private readonly secrets: WebhookSecrets,
    private readonly client: WebhookClient,
    private readonly recorder: RecordAttempt,
    private readonly settings: WebhookSettings,
    private readonly metrics: WebhookMetrics,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(taken: TakenWebhook, takenAtMs: number): Promise<void> {
    try {
      const held = await this.heldBack(taken);
      // A process that was paused since it took the delivery may be too late, and another one takes it over.
      if (!held && performance.now() - takenAtMs > LATEST_START_MS) return;
      if (held) return await this.record(taken, held);
      const began = performance.now();
      const at = this.clock.now();
      this.metrics.begins(taken, at);
      const outcome = await this.send(taken, at);
      const attempt = { at, durationMs: Math.round(performance.now() - began), ...outcome };
      this.metrics.count(outcome.error);
      if (outcome.error === null) this.metrics.delivered(taken, this.clock.now());
      await this.record(taken, this.verdictOf(taken, outcome), attempt);
    } catch (error) {
      // The delivery is taken again when its lease ends.
      this.logger.error({ err: error, eventId: taken.eventId }, 'a webhook could not be tried');
    }
  }

  /** Why the delivery is not sent now; undefined if it is sent. */
  private async heldBack(taken: TakenWebhook): Promise<Verdict | undefined> {
    const { accountId, tries, queuedAt, correlationId } = taken;
    if (tries > MOST_TRIES) return { state: 'failed', cause: 'abandoned' };
    const now = this.clock.now();
    const hold = (cause: string, waitMs: number): Verdict =>
      isHeldTooLong(queuedAt, now) ? { state: 'failed', cause } : { state: 'hold', cause, waitMs };
    const owner = await this.auth.recipient(accountId, correlationId).catch(() => undefined);
    if (!owner) return hold('auth_unavailable', backoffMs(AUTH_AWAY, 1, Math.random()));
    if (owner.isStopped || owner.address === '') return hold('account_stopped', HOLD_MS);
    const spent = await this.log.spend(this.database, accountId, 'attempts', dayOf(now));
    return spent > this.settings.attemptsPerDay ? hold('budget_exhausted', HOLD_MS) : undefined;
  }

  private async send(taken: TakenWebhook, now: Date): Promise<SendOutcome> {
    const { url, eventId, body } = taken;
    const headers = signedHeaders(
      this.secrets.reveal(taken, taken, now),
      { id: webhookIdOf(eventId), body },
      new Date(),
    );
    const own = { 'content-type': 'application/json', 'user-agent': 'Precis-Webhooks/1' };
    return this.client.post(url, { ...own, ...headers }, body);
  }

  private verdictOf({ tries, eventType }: TakenWebhook, { status, error }: SendOutcome): Verdict {
    if (error === null) return { state: 'delivered' };
    const waitMs = status === 410 ? undefined : waitAfter(tries, eventType === TEST_EVENT, Math.random());
    return waitMs === undefined ? { state: 'failed', cause: error } : { state: 'wait', cause: error, waitMs };
  }

  /** Retries, so that a webhook is not sent twice because the database was unavailable for seconds. */
  private async record(taken: TakenWebhook, verdict: Verdict, attempt?: WebhookAttempt): Promise<void> {
    for (const waitMs of [...RECORD_AGAIN_MS, undefined]) {
      try {
        return await inTransaction(this.database, (manager) => this.recorder.execute(manager, taken, verdict, attempt));
      } catch (error) {
        this.logger.error({ err: error, eventId: taken.eventId }, 'a webhook attempt could not be recorded');
        if (waitMs !== undefined) await pause(waitMs);
      }
    }
  }
}
