import { Injectable } from '@nestjs/common';
import { isUuid } from '@precis/runtime/uuid';
import { DataSource } from 'typeorm';
import { cursorOf, pageStartOf } from '../paging/list-cursor.js';
import type { BatchWithItems } from './batch.row.js';
import { BatchesRepository } from './batches.repository.js';

/** With a hundred items each, a page has about 400 kB. */
const MOST_ON_A_PAGE = 20;

/** Lists the stored batches of an account, page by page, newest first (ACC-38). */
@Injectable()
export class ListBatches {
  constructor(
    private readonly database: DataSource,
    private readonly batches: BatchesRepository,
  ) {}

  /** `next`: where the next page begins; empty on the last one. Throws `cursor_invalid`. */
  async execute(accountId: string, cursor: string, wished: number): Promise<{ found: BatchWithItems[]; next: string }> {
    const position = pageStartOf(cursor);
    if (!isUuid(accountId)) return { found: [], next: '' };
    const limit = Math.min(Math.max(wished, 1), MOST_ON_A_PAGE);
    // One more tells whether there is a next page.
    const rows = await this.batches.list(this.database.manager, accountId, position, limit + 1);
    const found = rows.slice(0, limit);
    const last = found.at(-1);
    const next = last && rows.length > limit ? cursorOf({ at: last.createdAt, rowId: last.batchId }) : '';
    return { found, next };
  }
}
