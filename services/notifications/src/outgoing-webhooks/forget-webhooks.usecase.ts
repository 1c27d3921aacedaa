import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { EndpointsRepository } from './endpoints.repository.js';

/** Forgets the endpoints of an erased account, with secrets, deliveries and budgets (HOOK-14). */
@Injectable()
export class ForgetWebhooks {
  constructor(private readonly endpoints: EndpointsRepository) {}

  /** `manager` is the event runner's transaction, in which the account is already among the erased. */
  async execute(manager: EntityManager, accountId: string): Promise<void> {
    await this.endpoints.lockAccount(manager, accountId);
    await this.endpoints.deleteAll(manager, accountId);
  }
}
