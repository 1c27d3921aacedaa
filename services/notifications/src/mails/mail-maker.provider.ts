import { Injectable } from '@nestjs/common';
import { PreferencesRepository } from '../preferences/preferences.repository.js';
import { topicOf } from '../preferences/mail-topic.rule.js';
import { UnsubscribeLinks } from '../preferences/unsubscribe-links.provider.js';
import { type Mail, MailSender } from '../smtp/mail-sender.js';
import { mailOf } from '../templates/mail-of.js';
import { AuthClient } from './auth.client.js';
import type { TakenDelivery } from './delivery.row.js';

/** Where mails lead to. */
export class MailLinks {
  constructor(readonly publicUrl: string) {}
}

/** Makes the mail of a delivery at the moment at which it leaves: address, name and link are asked of auth then, and kept nowhere (MAIL-1). */
@Injectable()
export class MailMaker {
  constructor(
    private readonly auth: AuthClient,
    private readonly preferences: PreferencesRepository,
    private readonly unsubscribe: UnsubscribeLinks,
    private readonly links: MailLinks,
    private readonly sender: MailSender,
  ) {}

  /**
   * `unwanted`: the account turned mails of this sort off (MAIL-7). `superseded`: the link was replaced or used since (MAIL-3), or there is
   * nobody to write to. The Message-ID is the event's, so that a repeat is folded with the first (MAIL-2).
   */
  async make(delivery: TakenDelivery): Promise<Mail | 'unwanted' | 'superseded'> {
    const { kind, accountId, params, eventId } = delivery;
    const topic = topicOf(kind);
    if (topic && accountId && !(await this.preferences.of(accountId))[topic]) return 'unwanted';
    const recipient = await this.recipient(delivery);
    if (!recipient) return 'superseded';
    const { address: to, name, link } = recipient;
    const unsubscribeUrl = topic && accountId ? this.unsubscribe.link(accountId, topic) : undefined;
    const text = mailOf(kind, { name, link, params, publicUrl: this.links.publicUrl }, unsubscribeUrl);
    return { ...text, to, unsubscribeUrl, messageId: `<${eventId}@${this.sender.domain}>` };
  }

  private async recipient({ mailRequestId, accountId, correlationId }: TakenDelivery) {
    if (mailRequestId) return this.auth.redeem(mailRequestId, correlationId);
    if (!accountId) return undefined;
    const answer = await this.auth.recipient(accountId, correlationId);
    return answer.address === '' ? undefined : { ...answer, link: '' };
  }
}
