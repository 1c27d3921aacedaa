import type { DataSource } from 'typeorm';
import { ActivityRepository } from '../activity/activity.repository.js';
import { QuotaRepository } from '../quota/quota.repository.js';
import { RequestsRepository } from '../requests/requests.repository.js';
import { StatementRepository } from '../statement/statement.repository.js';
import { SummariesRepository } from '../summaries/summaries.repository.js';

/** A read of one RPC or periodic job of usage. `shown`: how many rows its answer has, or how many a run of the job may read. */
export interface AccountRead {
  name: string;
  shown: number;
  run(database: DataSource): Promise<unknown>;
}

const PAGE = 100;
const CSV_PAGE = 1_000;

/** All reads for an account with `charged` calls in the month, with pages at `middle`, a moment in the month, and the reads of periodic jobs. */
export function accountReads(
  accountId: string,
  month: string,
  charged: number,
  middle: Date,
  now: Date,
): AccountRead[] {
  const position = { at: middle, rowId: '7fffffff-ffff-ffff-ffff-ffffffffffff' };
  const [older, newer] = [new Date(middle.getTime() - 86_400_000 * 40), null];
  const half = Math.floor(charged / 2);
  return [
    { name: 'summary', shown: 2, run: (one) => new ActivityRepository(one).usedByMonth(accountId, [month]) },
    { name: 'details', shown: charged, run: (one) => new ActivityRepository(one).chargedCalls(accountId, month, now) },
    { name: 'clients', shown: charged, run: (one) => new ActivityRepository(one).chargedByClient(accountId, month) },
    ...[newer, position].flatMap((at) => [
      {
        name: at ? 'CSV, a page in the middle' : 'CSV, first page',
        shown: CSV_PAGE,
        run: (one: DataSource) =>
          new ActivityRepository(one).pageOfCalls(accountId, month, { position: at, limit: CSV_PAGE, now }),
      },
      {
        name: at ? 'summaries, a page in the middle' : 'summaries, first page',
        shown: PAGE,
        run: (one: DataSource) =>
          new SummariesRepository(one).list(accountId, { search: '', position: at, limit: PAGE, now }),
      },
      {
        name: at ? 'requests, a page in the middle' : 'requests, first page',
        // Each with its metered call.
        shown: 2 * PAGE,
        run: (one: DataSource) => new RequestsRepository(one).list(accountId, older, at, PAGE),
      },
    ]),
    {
      name: 'statement, a page in the middle',
      shown: PAGE,
      run: (one) =>
        new StatementRepository().lines(one.manager, accountId, month, { from: half, to: charged, limit: PAGE }),
    },
    {
      name: 'reservations that lapsed',
      shown: 0,
      run: (one) => new QuotaRepository().accountsWithLapsed(one.manager, now),
    },
    {
      name: 'months to close',
      shown: PAGE,
      run: (one) => new StatementRepository().accountsToClose(one.manager, month, PAGE),
    },
    {
      name: 'released calls are forgotten',
      // Each is read to be found, locked and deleted.
      shown: 3 * PAGE,
      run: (one) => new QuotaRepository().forgetReleased(one.manager, now, now, PAGE),
    },
    {
      name: 'old calls are forgotten',
      shown: 3 * PAGE,
      run: (one) => new QuotaRepository().forgetBefore(one.manager, '9999-12', '0', PAGE),
    },
    {
      name: 'results are forgotten',
      shown: 3 * PAGE,
      run: (one) => new SummariesRepository(one).forgetUpTo(now, PAGE),
    },
    {
      name: 'requests are forgotten',
      shown: 3 * PAGE,
      run: (one) => new RequestsRepository(one).forgetUpTo(now, PAGE),
    },
    {
      name: 'old lines are forgotten',
      shown: 3 * PAGE,
      run: (one) => new StatementRepository().forgetBefore(one.manager, '9999-12', PAGE),
    },
  ];
}
