import { SummaryHidden } from '@precis/proto/events/usage/v1/summary';
import { createLogger } from '@precis/runtime/logger';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Operation } from '../quota/apply-operation.rule.js';
import { ApplyOperations } from '../quota/apply-operations.usecase.js';
import { EndJobCall } from '../quota/end-job-call.usecase.js';
import { type AccountOutcome, OperationBatch } from '../quota/operation-batch.js';
import { QuotaRepository } from '../quota/quota.repository.js';
import { ThresholdsRepository } from '../quota/thresholds.repository.js';
import { UsualOperations } from '../quota/usual-operations.repository.js';
import { openDatabase } from '../database.js';
import { RecheckTimetable } from '../timetables/recheck-timetable.usecase.js';

/** A gateway whose lease outlasts a slow test. */
export const LIVING = 'gateway-living';

/** Usage's use-cases on a database of the test file, at a time that the test chooses, without a bus and billing. */
export class QuotaWorld {
  now = new Date('2026-11-21T12:00:00Z');
  readonly clock = { now: () => this.now };
  readonly quotas = new QuotaRepository();
  readonly operations: OperationBatch;
  readonly apply: ApplyOperations;
  readonly endJobCall: EndJobCall;

  /** Gets no answer from billing. */
  readonly alone: RecheckTimetable;

  private constructor(
    readonly database: DataSource,
    private readonly drop: () => Promise<void>,
    usual: UsualOperations,
  ) {
    this.alone = new RecheckTimetable(
      { read: async () => undefined, rests: () => false },
      database,
      createLogger('test', 'silent'),
    );
    this.operations = new OperationBatch(this.quotas, new ThresholdsRepository(), this.clock);
    this.apply = new ApplyOperations(
      database,
      this.operations,
      this.clock,
      this.alone,
      usual,
      createLogger('test', 'silent'),
    );
    this.endJobCall = new EndJobCall(this.operations);
  }

  /** `usual`: by default as in production. */
  static async open(usual = new UsualOperations()): Promise<QuotaWorld> {
    const { url, drop } = await migratedDatabase('usage', openDatabase);
    const world = new QuotaWorld(await openDatabase(url), drop, usual);
    await world.quotas.renewLease(world.database.manager, LIVING, 3_600);
    return world;
  }

  async one(accountId: string, operation: Operation): Promise<AccountOutcome> {
    const [outcome] = await this.apply.execute([{ accountId, operation }]);
    return outcome;
  }

  /** Returns the kinds of the outcomes of one batch. */
  async kinds(...batch: [accountId: string, operation: Operation][]): Promise<string[]> {
    const outcomes = await this.apply.execute(batch.map(([accountId, operation]) => ({ accountId, operation })));
    return outcomes.map(({ outcome }) => outcome.kind);
  }

  async counters(accountId: string): Promise<{ used: number; reserved: number }> {
    const [row] = await this.database.query(
      'SELECT sum(used)::int AS used, sum(reserved)::int AS reserved FROM quota_months WHERE account_id = $1',
      [accountId],
    );
    return row;
  }

  /** The results that were announced as no longer readable for the account, in order. */
  async toldHidden(accountId: string): Promise<string[]> {
    const rows = await this.database.query<{ payload: Buffer }[]>(
      `SELECT payload FROM outbox WHERE topic = 'usage.summary.v1' AND type = 'summary-hidden' AND key = $1 ORDER BY position`,
      [accountId],
    );
    return rows.map(({ payload }) => SummaryHidden.decode(payload).resultRef);
  }

  async close(): Promise<void> {
    await this.database.destroy();
    await this.drop();
  }
}

/** `key`: an Idempotency-Key of this name. */
export function reserve(
  callId: string = randomUUID(),
  key?: string,
  holder = LIVING,
  body = 'b',
): Extract<Operation, { kind: 'reserve' }> {
  const idemHash = key === undefined ? null : Buffer.from(key).toString('hex').padEnd(64, '0');
  return {
    kind: 'reserve',
    callId,
    mode: 'sync',
    facts: { idemHash, bodyHash: body.repeat(64), client: 'curl', endpoint: '/api', holder },
  };
}

export const charge = (callId: string, attempt = 1): Operation => ({
  kind: 'charge',
  callId,
  attempt,
  resultRef: `result-${callId}`,
  subject: null,
});
export const release = (callId: string, attempt = 1): Operation => ({ kind: 'release', callId, attempt });
