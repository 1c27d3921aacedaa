import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { Topic } from './mail-topic.rule.js';
import { badUnsubscribeToken } from './preferences.errors.js';
import { PreferencesRepository } from './preferences.repository.js';
import { UnsubscribeLinks } from './unsubscribe-links.provider.js';

/**
 * Turns one kind of mail off, by the link in such a mail (MAIL-8). A repeat succeeds too, and so does a link of an erased account, for which nothing
 * is stored (MAIL-16). Returns the topic that is now off.
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
