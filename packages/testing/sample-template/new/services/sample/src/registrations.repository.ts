import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** All SQL of registrations. */
@Injectable()
export class RegistrationsRepository {
  /** An account registered. `manager` is the event's transaction: the row commits with the record that the event was consumed. */
  async insert(manager: EntityManager, accountId: string): Promise<void> {
    await manager.query('INSERT INTO registrations (account_id) VALUES ($1)', [accountId]);
  }

  async count(manager: EntityManager): Promise<number> {
    const [{ count }] = await manager.query('SELECT count(*)::int AS count FROM registrations');
    return count;
  }
}
