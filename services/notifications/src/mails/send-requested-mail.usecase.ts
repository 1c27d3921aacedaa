import { Injectable } from '@nestjs/common';
import type { MailRequested } from '@precis/proto/events/auth/v1/user';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { AuthClient } from './auth.client.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { Delivery } from './delivery.entity.js';
import { MailOutcomes } from './mail-outcomes.js';
import { type Mail, MailRefused, MailSender } from './mail-sender.js';
import { mailOf } from './mail-templates.js';

/**
 * Sends the mail that auth asked for, unless a newer request made it pointless. The delivery commits with the event: after a
 * crash between sending and commit the mail goes out once more, with the same Message-ID and the same link.
 */
@Injectable()
export class SendRequestedMail {
  constructor(
    private readonly auth: AuthClient,
    private readonly sender: MailSender,
    private readonly deliveries: DeliveriesRepository,
    private readonly clock: Clock,
    private readonly outcomes: MailOutcomes,
  ) {}

  async execute(manager: EntityManager, eventId: string, request: MailRequested, correlationId: string): Promise<void> {
    if (await this.deliveries.exists(manager, eventId)) return;
    const redeemed = await this.auth.redeem(request.mailRequestId, correlationId);
    let refusal: MailRefused | undefined;
    if (!redeemed.superseded) {
      const to = { to: redeemed.address, messageId: `<${eventId}@${this.sender.domain}>` };
      refusal = await this.send({ ...mailOf(redeemed.kind, redeemed.name, redeemed.link), ...to });
    }
    const state = redeemed.superseded ? 'superseded' : refusal ? 'refused' : 'sent';
    const fields = {
      eventId,
      mailRequestId: request.mailRequestId,
      kind: redeemed.kind,
      state,
      decidedAt: this.clock.now(),
    };
    await this.deliveries.insert(manager, Object.assign(new Delivery(), fields));
    this.outcomes.decided(eventId, state, refusal);
  }

  /** Answers a refusal for good: kept out of the retries, for it would only hold up the account's later mails. */
  private async send(mail: Mail): Promise<MailRefused | undefined> {
    try {
      await this.sender.send(mail);
      return undefined;
    } catch (error) {
      if (error instanceof MailRefused) return error;
      this.outcomes.failed(error);
      throw error;
    }
  }
}
