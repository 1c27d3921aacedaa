import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { SummaryParameters } from '../results/parameters.rule.js';

/** A job, which no caller waits for. Times use the service's clock. */
export interface Job {
  callId: string;
  accountId: string;
  attempt: number;
  state: 'queued' | 'running' | 'completed' | 'failed';
  createdAt: Date;
  finishedAt: Date | null;
  resultRef: string | null;
  errorCode: string | null;
  errorMessage: string | null;
}

/** A job as its metered call asks for it. `callId` is also the id of the job. */
export interface NewJob extends Pick<Job, 'callId' | 'accountId' | 'attempt'> {
  videoId: string;
  parameters: SummaryParameters;
  correlationId: string;
}

/** A job that a process is handling. */
export interface HeldJob extends NewJob {
  createdAt: Date;
  /** Includes the current attempt. */
  tries: number;
}

/** The reference of the result, or why there is none. */
export type JobEnd = { resultRef: string } | { code: string; message: string };

const SHOWN = `call_id AS "callId", account_id AS "accountId", attempt, state, created_at AS "createdAt", finished_at AS "finishedAt",
  result_ref AS "resultRef", error_code AS "errorCode", error_message AS "errorMessage"`;
/** First half of the advisory locks of accounts that begin a job; any number that no other lock uses. */
const ACCOUNT_LOCK = 7_210_029;

/**
 * All SQL on jobs. A job in progress has a lease by the database's clock, which all copies share. A change of its state must come from its holder,
 * so that a copy that lost its lease changes nothing.
 */
@Injectable()
export class JobsRepository {
  constructor(private readonly database: DataSource) {}

  /** Lets only one transaction of this account pass at a time. */
  async lockAccount(manager: EntityManager, accountId: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [ACCOUNT_LOCK, accountId]);
  }

  async find(manager: EntityManager, callId: string): Promise<Job | null> {
    const [row] = await manager.query<Job[]>(`SELECT ${SHOWN} FROM jobs WHERE call_id = $1`, [callId]);
    return row ?? null;
  }

  read(callId: string): Promise<Job | null> {
    return this.find(this.database.manager, callId);
  }

  /** Counts unfinished jobs, of the account and of all, the latter up to `most`. */
  async countOpen(manager: EntityManager, accountId: string, most: number): Promise<{ own: number; all: number }> {
    const [row] = await manager.query<{ own: number; all: number }[]>(
      `SELECT (SELECT count(*)::int FROM jobs WHERE account_id = $1 AND finished_at IS NULL) AS own,
         (SELECT count(*)::int FROM (SELECT 1 FROM jobs WHERE finished_at IS NULL LIMIT $2) AS open) AS all`,
      [accountId, most],
    );
    return row;
  }

  async add(manager: EntityManager, job: NewJob, now: Date): Promise<Job> {
    const [row] = await manager.query<Job[]>(
      `INSERT INTO jobs (call_id, account_id, attempt, video_id, parameters, correlation_id, state, due_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'queued', now(), $7) RETURNING ${SHOWN}`,
      [
        job.callId,
        job.accountId,
        job.attempt,
        job.videoId,
        JSON.stringify(job.parameters),
        job.correlationId,
        now.toISOString(),
      ],
    );
    return row;
  }

  /**
   * Takes the next job that is due, or whose holder has lost its lease, with a lease of `leaseMs`; null when there is none. It is the oldest job of
   * the account with the fewest in progress, so that twenty jobs of one account do not delay those of another.
   */
  async take(holder: string, leaseMs: number): Promise<HeldJob | null> {
    const [rows] = await this.database.query<[HeldJob[], number]>(
      `UPDATE jobs SET state = 'running', tries = tries + 1, holder = $1, held_until = now() + $2 * interval '1 ms'
       WHERE call_id = (
         SELECT job.call_id FROM jobs AS job
         LEFT JOIN (
           SELECT account_id, count(*) AS count FROM jobs WHERE finished_at IS NULL AND state = 'running' AND held_until >= now() GROUP BY 1
         ) AS in_hand USING (account_id)
         WHERE job.finished_at IS NULL
           AND ((job.state = 'queued' AND job.due_at <= now()) OR (job.state = 'running' AND job.held_until < now()))
         ORDER BY coalesce(in_hand.count, 0), job.created_at, job.call_id
         LIMIT 1 FOR UPDATE OF job SKIP LOCKED)
       RETURNING call_id AS "callId", account_id AS "accountId", attempt, video_id AS "videoId", parameters, correlation_id AS "correlationId",
         created_at AS "createdAt", tries`,
      [holder, leaseMs],
    );
    return rows[0] ?? null;
  }

  /**
   * Renews the leases of these jobs. It names them, because the holder may have lost the answer that it took a job, or the end of one: such a job is
   * taken again when its lease ends.
   */
  async prolong(callIds: string[], holder: string, leaseMs: number): Promise<void> {
    await this.database.query(
      `UPDATE jobs SET held_until = now() + $3 * interval '1 ms' WHERE call_id = ANY($1::uuid[]) AND state = 'running' AND holder = $2`,
      [callIds, holder, leaseMs],
    );
  }

  /** Puts a job back into the queue. `isTry`: false when it was only interrupted. */
  async putBack(callId: string, holder: string, inMs: number, isTry: boolean): Promise<void> {
    await this.database.query(
      `UPDATE jobs SET state = 'queued', holder = NULL, held_until = NULL, due_at = now() + $3 * interval '1 ms',
         tries = tries - CASE WHEN $4 THEN 0 ELSE 1 END
       WHERE call_id = $1 AND state = 'running' AND holder = $2`,
      [callId, holder, inMs, isTry],
    );
  }

  /** Returns whether this holder still held the job. */
  async end(manager: EntityManager, callId: string, holder: string, end: JobEnd, now: Date): Promise<boolean> {
    const isDone = 'resultRef' in end;
    const [, count] = await manager.query<[unknown, number]>(
      `UPDATE jobs SET state = $3, result_ref = $4, error_code = $5, error_message = $6, finished_at = $7, parameters = NULL, holder = NULL, held_until = NULL
       WHERE call_id = $1 AND state = 'running' AND holder = $2`,
      [
        callId,
        holder,
        isDone ? 'completed' : 'failed',
        isDone ? end.resultRef : null,
        isDone ? null : end.code,
        isDone ? null : end.message,
        now.toISOString(),
      ],
    );
    return count === 1;
  }
}
