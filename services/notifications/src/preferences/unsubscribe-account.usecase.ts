import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { Topic } from './mail-topic.rule.js';
import { badUnsubscribeToken } from './preferences.errors.js';
import { PreferencesRepository } from './preferences.repository.js';
import { UnsubscribeLinks } from './unsubscribe-links.provider.js';

/**
 * Ends one sort of mails by the link in one of them (MAIL-8). A repeat is the same success, and so is a link of an erased account, of
 * which nothing is written (MAIL-16). Answers the topic that is off now.
 */
@Injectable()
export class UnsubscribeAccount {
  constructor(
    private readonly links: UnsubscribeLinks,
    private readonly preferences: PreferencesRepository,
    private readonly clock: Clock,
  ) {}

  async execute(token: string): Promise<Topic> {
    const claim = this.links.read(token);
    if (!claim) throw badUnsubscribeToken();
    await this.preferences.set(claim.accountId, { [claim.topic]: false }, this.clock.now());
    return claim.topic;
  }
}
