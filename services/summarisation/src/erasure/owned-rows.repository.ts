import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A job that was unfinished when its account was erased. */
export interface UnfinishedJob {
  callId: string;
  attempt: number;
  videoId: string;
}

/**
 * The rows that belong to one account: results of its own transcripts, and its jobs. Deleting a result also deletes its evidence and its
 * owner's row.
 */
@Injectable()
export class OwnedRowsRepository {
  /**
   * Deletes nothing when the result is shared or belongs to another account. A result without an owner comes from a copy of the previous
   * release; the account's call names it, which proves that it is the owner, since no other call knows its reference. `resultRef` must be a
   * UUID.
   */
  async deleteResult(manager: EntityManager, accountId: string, resultRef: string): Promise<void> {
    await manager.query(
      `DELETE FROM results WHERE result_ref = $1 AND extras->>'transcriptSource' = 'supplied'
         AND NOT EXISTS (SELECT FROM result_owners o WHERE o.result_ref = $1 AND o.account_id <> $2)`,
      [resultRef, accountId],
    );
  }

  async deleteResults(manager: EntityManager, accountId: string): Promise<void> {
    await manager.query(
      'DELETE FROM results WHERE result_ref IN (SELECT result_ref FROM result_owners WHERE account_id = $1)',
      [accountId],
    );
  }

  async deleteReads(manager: EntityManager, accountId: string): Promise<void> {
    await manager.query('DELETE FROM transcript_reads WHERE account_id = $1', [accountId]);
  }

  /** Returns the unfinished jobs. A worker that processes one finds that it no longer owns it. */
  async deleteJobs(manager: EntityManager, accountId: string): Promise<UnfinishedJob[]> {
    const [gone] = await manager.query<[(UnfinishedJob & { hasEnded: boolean })[], number]>(
      `DELETE FROM jobs WHERE account_id = $1
       RETURNING call_id AS "callId", attempt, video_id AS "videoId", finished_at IS NOT NULL AS "hasEnded"`,
      [accountId],
    );
    return gone.filter(({ hasEnded }) => !hasEnded);
  }
}
