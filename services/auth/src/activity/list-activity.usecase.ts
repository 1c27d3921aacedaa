import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { isUuid } from '@precis/runtime/uuid';
import { activityKeptSince } from './activity-retention.rule.js';
import { beforeInvalid, limitInvalid } from './activity.errors.js';
import { ActivityRepository, type ActivityRow } from './activity.repository.js';

const MOST = 100;

/**
 * Lists what changed in an account, newest first, for its owner (ACC-35). Entries older than 12 months are not shown, even before their deletion
 * (DATA-11).
 */
@Injectable()
export class ListActivity {
  constructor(
    private readonly activity: ActivityRepository,
    private readonly clock: Clock,
  ) {}

  /** `before`: id of the last entry of the previous page; empty for the first page. `limit`: 1 to 100. */
  async execute(accountId: string, before: string, limit: number): Promise<{ entries: ActivityRow[]; more: boolean }> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST) throw limitInvalid();
    if (before !== '' && !isUuid(before)) throw beforeInvalid();
    if (!isUuid(accountId)) return { entries: [], more: false };
    const since = activityKeptSince(this.clock.now());
    const rows = await this.activity.page(accountId, since, before || undefined, limit + 1);
    return { entries: rows.slice(0, limit), more: rows.length > limit };
  }
}
