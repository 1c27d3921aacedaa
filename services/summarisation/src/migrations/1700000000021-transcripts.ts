import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Data from the source, for as long as it is valid (transcripts/freshness.rule.ts). */
export class Transcripts1700000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transcripts (
        video_id text NOT NULL,
        languages text NOT NULL,
        track_id text NOT NULL,
        transcript_hash bytea NOT NULL,
        body bytea NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (video_id, languages)
      )`);
    await runner.query(`
      CREATE TABLE video_infos (
        video_id text PRIMARY KEY,
        body bytea NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE refusals (
        video_id text NOT NULL,
        subject text NOT NULL,
        code text NOT NULL,
        message text NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (video_id, subject)
      )`);
    for (const table of ['transcripts', 'video_infos', 'refusals']) {
      await runner.query(`CREATE INDEX ${table}_expires_at ON ${table} (expires_at)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE refusals, video_infos, transcripts');
  }
}
