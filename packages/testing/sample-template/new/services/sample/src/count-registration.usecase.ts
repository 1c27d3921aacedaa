import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Registration } from './sample-database.js';

/** An account registered: it counts once. */
@Injectable()
export class CountRegistration {
  async execute(manager: EntityManager, accountId: string): Promise<void> {
    await manager.insert(Registration, { accountId });
  }
}
