import { Injectable } from '@nestjs/common';
import { PreferencesRepository } from '../preferences/preferences.repository.js';
import { topicOf } from '../preferences/mail-topic.rule.js';
import { UnsubscribeLinks } from '../preferences/unsubscribe-links.provider.js';
import { type Mail, MailSender } from '../smtp/mail-sender.js';
import { mailOf } from '../templates/mail-of.js';
import { AuthClient } from './auth.client.js';
import type { TakenDelivery } from './delivery.row.js';

/** The origin to which mails link. */
export class MailLinks {
  constructor(readonly publicUrl: string) {}
}

/** Builds the mail of a delivery when it is sent: address, name and link are read from auth then, and stored nowhere (MAIL-1). */
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
   * `unwanted`: the account turned this kind off (MAIL-7). `superseded`: the link was replaced or used (MAIL-3), or there is no recipient. The
   * Message-ID is derived from the event, so that mailboxes fold a repeat into the first mail (MAIL-2).
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
