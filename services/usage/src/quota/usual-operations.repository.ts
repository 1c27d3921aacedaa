import { Injectable } from '@nestjs/common';
import { queryPrepared } from '@precis/runtime/database';
import type { DataSource } from 'typeorm';
import type { Operation, Outcome } from './apply-operation.rule.js';
import type { AccountOperation, AccountOutcome } from './operation-batch.js';
import { FREE_TIMETABLE, remainingOf } from './quota-limit.rule.js';
import { quotaMonthOf, resetAtSeconds } from './quota-month.rule.js';

interface Decided {
  place: number;
  kind: 'peeked' | 'exhausted' | 'in_use' | 'granted' | 'charged' | 'released' | null;
  attempt: number;
  quota_limit: number;
  used: number;
}

/** The outcomes that one round trip decided, by place. apply-operation.rule.ts decides the rest. */
export interface UsualOutcomes {
  decided: Map<number, AccountOutcome>;
  /** Places whose account another transaction had locked, or that has no row yet. */
  locked: number[];
}

/**
 * How a statement treats an account that another transaction has locked. `skips` leaves it out. `brief` waits as long as another batch usually
 * needs, and then fails as a whole (isLockTimeout): nothing was decided. `long` waits until the statement's own time limit.
 */
export type LockWait = 'skips' | 'brief' | 'long';

/** Named one by one, because the statements are prepared: they must keep working when a later release's function returns more. */
const DECIDED = 'd.place, d.kind, d.attempt, d.quota_limit, d.used';
/** Waits only for a call id that another batch is inserting, at most until the statement's own limit. */
const DECIDE_SKIPPING = `SELECT ${DECIDED} FROM decide_calls($1::jsonb, $2, $3::timestamptz, $4, false) AS d`;
/** The function's last argument refers to the setting, so that the limit is set before the first lock. */
const DECIDE_WAITING = `SELECT ${DECIDED} FROM (SELECT set_config('lock_timeout', $5, true) AS "limit") AS l,
  decide_calls($1::jsonb, $2, $3::timestamptz, $4, l."limit" IS NOT NULL) AS d`;
/** Postgres's lock_timeout for each single lock; 0 = none. A batch of a busy node takes up to a few hundred milliseconds. */
const LOCK_LIMITS: Record<Exclude<LockWait, 'skips'>, string> = { brief: '500ms', long: '0' };

/**
 * The usual operations, which Postgres decides and writes in one statement and one transaction (decide_calls in the migrations), under the
 * accounts' row locks (QUOTA-4).
 */
@Injectable()
export class UsualOperations {
  /**
   * Decides the operations at `places`. Throws an error for which isCallIdTaken is true when another account's batch took a call id in between, and
   * one for which isLockTimeout is true after a brief wait; then nothing was decided.
   */
  async decide(
    database: DataSource,
    operations: AccountOperation[],
    places: number[],
    now: Date,
    wait: LockWait,
  ): Promise<UsualOutcomes> {
    const items = JSON.stringify(places.map((place) => itemOf(place, operations[place])));
    const values = [items, quotaMonthOf(now), now.toISOString(), FREE_TIMETABLE.freeVideosPerMonth];
    const rows = await (wait === 'skips'
      ? queryPrepared<Decided>(database, 'decide_skipping', DECIDE_SKIPPING, values)
      : queryPrepared<Decided>(database, 'decide_waiting', DECIDE_WAITING, [...values, LOCK_LIMITS[wait]]));
    const decided = new Map<number, AccountOutcome>();
    const answered = new Set<number>();
    for (const row of rows) {
      answered.add(row.place);
      if (row.kind !== null) decided.set(row.place, outcomeFromRow(row, operations[row.place].operation!, now));
    }
    return { decided, locked: places.filter((place) => !answered.has(place)) };
  }
}

/**
 * The places of the operations that the SQL statement may decide: either all operations of an account or none. Refunds, and operations whose call id
 * or key occurs twice in the batch, are left to apply-operation.rule.ts.
 */
export function usualPlaces(operations: AccountOperation[]): number[] {
  const unusual = new Set<string>();
  const named = new Map<string, string>();
  const name = (what: string, accountId: string) => {
    const other = named.get(what);
    if (other !== undefined) unusual.add(other).add(accountId);
    named.set(what, accountId);
  };
  for (const { accountId, operation } of operations) {
    if (operation === null || operation.kind === 'peek') continue;
    if (operation.kind === 'refund') unusual.add(accountId);
    name(operation.callId, accountId);
    if ('facts' in operation && operation.facts.idemHash !== null)
      name(`${accountId} ${operation.facts.idemHash}`, accountId);
  }
  return [...operations.keys()].filter(
    (place) => operations[place].operation !== null && !unusual.has(operations[place].accountId),
  );
}

function itemOf(place: number, { accountId, operation }: AccountOperation): object {
  const own = operation!;
  const item = { place, account_id: accountId, kind: own.kind };
  if (own.kind === 'peek' || own.kind === 'refund') return item;
  return {
    ...item,
    call_id: own.callId,
    ...('attempt' in own && { attempt: own.attempt }),
    ...('facts' in own && {
      mode: own.kind === 'reserve' ? own.mode : 'sync',
      holder: own.facts.holder,
      idem_hash: own.facts.idemHash,
      body_hash: own.facts.bodyHash,
      client: own.facts.client,
      endpoint: own.facts.endpoint,
    }),
    ...('resultRef' in own && {
      result_ref: own.resultRef,
      video_id: own.subject?.videoId,
      title: own.subject?.title,
      summary_type: own.subject?.summaryType,
      duration_seconds: own.subject?.durationSeconds,
    }),
  };
}

function outcomeFromRow(
  { kind, attempt, quota_limit, used }: Decided,
  operation: Operation,
  now: Date,
): AccountOutcome {
  return {
    outcome: named(kind!, attempt, operation),
    limit: quota_limit,
    remaining: remainingOf(quota_limit, used),
    resetAtSeconds: resetAtSeconds(now),
  };
}

function named(kind: NonNullable<Decided['kind']>, attempt: number, operation: Operation): Outcome {
  if (kind !== 'granted' && kind !== 'charged') return { kind };
  const { callId } = operation as Exclude<Operation, { kind: 'peek' }>;
  return 'resultRef' in operation && kind === 'charged'
    ? { kind, callId, attempt, resultRef: operation.resultRef }
    : { kind, callId, attempt };
}
