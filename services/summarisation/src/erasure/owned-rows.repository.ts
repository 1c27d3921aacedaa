import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** A job that was still to be made when its account went. */
export interface UnfinishedJob {
  callId: string;
  attempt: number;
  videoId: string;
}

/** What is one account's alone here: results of its own transcripts, and its jobs. What a result rests on and its owner's row go with it. */
@Injectable()
export class OwnedRowsRepository {
  /**
   * Of another account's result, and of one that is shared, nothing. One without an owner is of a copy of the release before: that the
   * account's call named it is proof enough, since no other call knows its reference. `resultRef` must be a UUID.
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

  /** Answers those that had not ended; whoever has one of them in hand finds that it is not theirs any more. */
  async deleteJobs(manager: EntityManager, accountId: string): Promise<UnfinishedJob[]> {
    const [gone] = await manager.query<[(UnfinishedJob & { hasEnded: boolean })[], number]>(
      `DELETE FROM jobs WHERE account_id = $1
       RETURNING call_id AS "callId", attempt, video_id AS "videoId", finished_at IS NOT NULL AS "hasEnded"`,
      [accountId],
    );
    return gone.filter(({ hasEnded }) => !hasEnded);
  }
}
