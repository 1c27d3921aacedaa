import { Inject, Injectable } from '@nestjs/common';
import type { MailRequested } from '@precis/proto/events/auth/v1/user';
import { Clock } from '@precis/runtime/clock';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { Counter, Registry } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { AuthClient } from './auth.client.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { type Mail, MailRefused, MailSender, RelayRefused } from './mail-sender.js';
import { mailOf } from './mail-texts.js';

const OUTCOMES = ['sent', 'superseded', 'refused', 'failed', 'relay_refused'] as const;

/**
 * Sends the mail that auth asked for, unless its link was replaced or used since (MAIL-3). The delivery commits with the event: after a
 * crash between sending and commit the mail goes out once more, with the same Message-ID and the same link (MAIL-2).
 */
@Injectable()
export class SendRequestedMail {
  private readonly attempts: Counter<'outcome'>;

  constructor(
    private readonly auth: AuthClient,
    private readonly sender: MailSender,
    private readonly deliveries: DeliveriesRepository,
    private readonly clock: Clock,
    metrics: Registry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.attempts = new Counter({
      name: 'precis_mail_attempts_total',
      help: 'Attempts at a mail, by outcome: sent, superseded, refused (for good), failed (tried again), relay_refused (tried again, but no mail leaves).',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    for (const outcome of OUTCOMES) this.attempts.inc({ outcome }, 0);
  }

  /** `manager` is the event runner's transaction. */
  async execute(manager: EntityManager, eventId: string, request: MailRequested, correlationId: string): Promise<void> {
    if (await this.deliveries.exists(manager, eventId)) return;
    const { mailRequestId } = request;
    const { superseded, kind, name, address, link } = await this.auth.redeem(mailRequestId, correlationId);
    const messageId = `<${eventId}@${this.sender.domain}>`;
    const state = superseded
      ? 'superseded'
      : await this.send(eventId, { ...mailOf(kind, name, link), to: address, messageId });
    await this.deliveries.insert(manager, { eventId, mailRequestId, kind, state, decidedAt: this.clock.now() });
    this.attempts.inc({ outcome: state });
  }

  /** A refusal for good ends the event, since retries would only delay the account's later mails; so the log names its codes here. */
  private async send(eventId: string, mail: Mail): Promise<'sent' | 'refused'> {
    try {
      await this.sender.send(mail);
      return 'sent';
    } catch (error) {
      if (error instanceof MailRefused) {
        this.logger.warn({ err: error, eventId }, 'mail refused for good');
        return 'refused';
      }
      this.attempts.inc({ outcome: error instanceof RelayRefused ? 'relay_refused' : 'failed' });
      throw error;
    }
  }
}
