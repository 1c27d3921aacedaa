import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** All SQL on how many transcripts an account has read on a day, YYYY-MM-DD in UTC. All copies of the service count together. */
@Injectable()
export class TranscriptReadsRepository {
  constructor(private readonly database: DataSource) {}

  /** Counts one more unless `most` are counted already; returns whether it did. */
  async take(accountId: string, day: string, most: number): Promise<boolean> {
    const rows = await this.database.query<object[]>(
      `INSERT INTO transcript_reads (account_id, day, reads) VALUES ($1, $2, 1)
       ON CONFLICT (account_id, day) DO UPDATE SET reads = transcript_reads.reads + 1 WHERE transcript_reads.reads < $3
       RETURNING 1`,
      [accountId, day, most],
    );
    return rows.length === 1;
  }

  async giveBack(accountId: string, day: string): Promise<void> {
    await this.database.query(
      'UPDATE transcript_reads SET reads = reads - 1 WHERE account_id = $1 AND day = $2 AND reads > 0',
      [accountId, day],
    );
  }
}
