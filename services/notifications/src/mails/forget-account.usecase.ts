import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { ForgetWebhooks } from '../outgoing-webhooks/forget-webhooks.usecase.js';
import { PreferencesRepository } from '../preferences/preferences.repository.js';
import { DeliveriesRepository } from './deliveries.repository.js';

/**
 * Forgets an erased account: deletes its preferences for good, its webhooks, and all of its mails except kind, state and times
 * (MAIL-13, MAIL-16, HOOK-14).
 */
@Injectable()
export class ForgetAccount {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly preferences: PreferencesRepository,
    private readonly webhooks: ForgetWebhooks,
    private readonly clock: Clock,
  ) {}

  /** `manager` is the event runner's transaction. */
  async execute(manager: EntityManager, accountId: string): Promise<void> {
    const now = this.clock.now();
    await this.preferences.forget(manager, accountId, now);
    await this.webhooks.execute(manager, accountId);
    await this.deliveries.forgetAccount(manager, accountId, now);
  }
}
