import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import { EndpointsRepository } from './endpoints.repository.js';

/**
 * Deletes the endpoints of an erased account, with secrets, addresses and budgets; their deliveries, which may be millions, are deleted in steps
 * (HOOK-14).
 */
@Injectable()
export class ForgetWebhooks {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly clock: Clock,
  ) {}

  /** `manager` is the event runner's transaction, in which the account is already marked as erased. */
  async execute(manager: EntityManager, accountId: string): Promise<void> {
    await this.endpoints.lockAccount(manager, accountId);
    await this.endpoints.deleteAll(manager, accountId, this.clock.now());
  }
}
