import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Finds the accounts that must be erased. */
@Injectable()
export class AccountsRepository {
  constructor(private readonly database: DataSource) {}

  /** At most `limit` closed accounts whose days are over, with ids after `after`. Suspended ones wait (ACC-46). */
  async due(now: Date, after: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      'SELECT id FROM users WHERE erased_at <= $1 AND suspended_at IS NULL AND id > $2 ORDER BY id LIMIT $3',
      [now, after, limit],
    );
    return rows.map((row) => row.id);
  }
}
