import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { PreferencesRepository } from '../preferences/preferences.repository.js';
import { DeliveriesRepository } from './deliveries.repository.js';

/** Forgets an erased account: deletes its preferences for good, and all of its deliveries except kind, state and times (MAIL-13, MAIL-16). */
@Injectable()
export class ForgetAccount {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly preferences: PreferencesRepository,
    private readonly clock: Clock,
  ) {}

  /** `manager` is the event runner's transaction. */
  async execute(manager: EntityManager, accountId: string): Promise<void> {
    const now = this.clock.now();
    await this.preferences.forget(manager, accountId, now);
    await this.deliveries.forgetAccount(manager, accountId, now);
  }
}
