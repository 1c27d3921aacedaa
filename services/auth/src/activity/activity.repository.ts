import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** An entry of an account's activity, as its owner sees it. */
export interface ActivityRow {
  id: string;
  at: Date;
  kind: string;
  by: string;
  client: string;
  address: string;
  /** How many equal consecutive events the entry summarises. `firstAt` is the time of the first one, `at` that of the last. */
  times: number;
  firstAt: Date;
}

@Injectable()
export class ActivityRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * At most `limit` rows since `since`, newest first, that are older than the row `before` (undefined: from the newest). When the row `before` was
   * deleted in between, the result is empty.
   */
  async page(userId: string, since: Date, before: string | undefined, limit: number): Promise<ActivityRow[]> {
    const older =
      before === undefined ? '' : 'AND (at, id) < (SELECT at, id FROM activity WHERE id = $4 AND user_id = $1)';
    return this.database.query(
      `SELECT id, at, kind, by, client, address, times, coalesce(first_at, at) AS "firstAt" FROM activity WHERE user_id = $1 AND at >= $2 ${older} ORDER BY at DESC, id DESC LIMIT $3`,
      before === undefined ? [userId, since, limit] : [userId, since, limit, before],
    );
  }
}
