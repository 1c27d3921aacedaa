import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { tooManyOrders } from './outgoing-webhooks.errors.js';
import { WebhookLogRepository } from './webhook-log.repository.js';
import { dayOf } from './webhook-retention.rule.js';
import { WebhookSettings } from './webhook-settings.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * The daily limit of an account for orders, which are the tests and replays that its owner starts (HOOK-12). They are free, but each costs an
 * outgoing request.
 */
@Injectable()
export class OrderBudget {
  constructor(
    private readonly log: WebhookLogRepository,
    private readonly settings: WebhookSettings,
  ) {}

  /** Counts one test or replay in the transaction that orders it. Throws `exhausted`, and so counts nothing, when none is left. */
  async spend(manager: EntityManager, accountId: string, now: Date): Promise<void> {
    const { testsPerDay } = this.settings;
    if ((await this.log.spend(manager, accountId, 'orders', dayOf(now))) <= testsPerDay) return;
    throw tooManyOrders(testsPerDay, Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1_000));
  }
}
