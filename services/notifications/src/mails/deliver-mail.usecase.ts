import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { DomainError } from '@precis/runtime/domain-error';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import { MailRefused, MailSender, RelayRefused, SENDING_MS, SendingFailed } from '../smtp/mail-sender.js';
import { UnknownKind } from '../templates/mail-of.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { Decision, TakenDelivery } from './delivery.row.js';
import { MailMaker } from './mail-maker.provider.js';
import { MailMetrics } from './mail-metrics.js';
import { isBeyondLast, waitAfter } from './next-attempt.js';

/**
 * How long a sender holds a delivery: far longer than an attempt takes (preferences, a call to auth with its repeat, one sending, and the record). A
 * mail whose sender was killed is sent again after this time.
 */
export const LEASE_MS = 60_000;
/** Waits between attempts to record the outcome of a mail; their sum is well below the lease. */
const RECORD_AGAIN_MS = [200, 1_000, 3_000];

/**
 * Makes one attempt at one delivery: builds the mail, sends it, records the outcome. After kill -9 between sending and record, the mail is sent once
 * more when the lease ends, with the same Message-ID and the same link (MAIL-2). Never rejects: an attempt that cannot be recorded is repeated.
 */
@Injectable()
export class DeliverMail {
  constructor(
    private readonly maker: MailMaker,
    private readonly sender: MailSender,
    private readonly deliveries: DeliveriesRepository,
    private readonly metrics: MailMetrics,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(delivery: TakenDelivery, takenAtMs: number): Promise<void> {
    try {
      const state = await this.send(delivery, takenAtMs);
      this.metrics.count(state);
      await this.record(delivery, () => this.deliveries.settle(delivery, state, this.clock.now()));
    } catch (error) {
      await this.recordFailure(delivery, error);
    }
  }

  private async send(delivery: TakenDelivery, takenAtMs: number): Promise<'sent' | 'superseded' | 'unwanted'> {
    if (isBeyondLast(delivery.attempts)) throw new SendingFailed('mail not sent: its process died at every attempt');
    const mail = await this.maker.make(delivery);
    if (typeof mail === 'string') return mail;
    // A process that was suspended since it took the delivery may be too late: another one takes it over.
    if (performance.now() - takenAtMs > LEASE_MS - 2 * SENDING_MS) throw new SendingFailed('mail not sent: too late');
    await this.sender.send(mail);
    return 'sent';
  }

  /** Ends the delivery when the mail was refused, or when this was its last attempt. Otherwise postpones the delivery. */
  private async recordFailure(delivery: TakenDelivery, error: unknown): Promise<void> {
    const { eventId, kind, attempts } = delivery;
    const cause = causeOf(error);
    // Named `code`, because logs drop unknown fields.
    const facts = { eventId, kind, attempts, code: cause };
    const decide = (state: Decision) =>
      this.record(delivery, () => this.deliveries.settle(delivery, state, this.clock.now(), cause));
    if (error instanceof MailRefused) {
      this.metrics.count('refused');
      this.logger.warn(facts, 'mail refused for good');
      return decide('refused');
    }
    this.metrics.count(error instanceof RelayRefused ? 'relay_refused' : 'failed');
    const waitMs = waitAfter(attempts, Math.random());
    if (waitMs === undefined) {
      this.logger.error(facts, 'mail is dead: given up after its last attempt');
      return decide('dead');
    }
    this.logger.warn({ ...facts, ms: waitMs }, 'mail will be tried again');
    return this.record(delivery, () => this.deliveries.postpone(delivery, waitMs, cause));
  }

  /** Retries, so that a mail is not sent twice because the database was unavailable for seconds. */
  private async record({ eventId }: TakenDelivery, write: () => Promise<void>): Promise<void> {
    for (const waitMs of [...RECORD_AGAIN_MS, undefined]) {
      try {
        return await write();
      } catch (error) {
        this.logger.error({ err: error, eventId }, 'the outcome of a mail could not be recorded');
        if (waitMs !== undefined) await pause(waitMs);
      }
    }
  }
}

/** Returns only codes: foreign messages may quote addresses, names and links. */
function causeOf(error: unknown): string {
  if (error instanceof MailRefused || error instanceof RelayRefused || error instanceof SendingFailed)
    return error.message;
  if (error instanceof DomainError) return `auth: ${error.code}`;
  if (error instanceof UnknownKind) return error.message;
  return error instanceof Error ? error.name : 'unknown';
}
