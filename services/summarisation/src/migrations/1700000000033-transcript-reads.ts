import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many transcripts each account has read on a UTC day (LIMIT-14). */
export class TranscriptReads1700000000033 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transcript_reads (
        account_id uuid NOT NULL,
        day date NOT NULL,
        reads integer NOT NULL CHECK (reads >= 0),
        PRIMARY KEY (account_id, day)
      )`);
    await runner.query('CREATE INDEX transcript_reads_day ON transcript_reads (day)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE transcript_reads');
  }
}
