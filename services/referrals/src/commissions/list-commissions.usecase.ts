import { Injectable } from '@nestjs/common';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import type { Commission } from './commission.entity.js';
import { unknownCommission } from './commissions.errors.js';
import { CommissionsRepository } from './commissions.repository.js';

/** A referrer's commissions, newest first, page by page (REF-9). */
@Injectable()
export class ListCommissions {
  constructor(
    private readonly database: DataSource,
    private readonly commissions: CommissionsRepository,
  ) {}

  /**
   * `after`: id of the last commission of the previous page, empty for the first page. `next`: the value for the following page, empty at the end.
   */
  async execute(accountId: string, after: string, limit: number): Promise<{ page: Commission[]; next: string }> {
    if (after !== '' && !isUuid(after)) throw unknownCommission();
    const found = await this.commissions.page(this.database.manager, accountId, after || undefined, limit + 1);
    if (!found) throw unknownCommission();
    const page = found.slice(0, limit);
    return { page, next: found.length > limit ? page[limit - 1].id : '' };
  }
}
