import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Results are shared by everybody who asks with the same parameters: no column may name an account. */
export class Results1700000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE results (
        result_ref uuid PRIMARY KEY,
        video_id text NOT NULL,
        transcript_hash bytea NOT NULL,
        parameters_hash bytea NOT NULL,
        engine text NOT NULL,
        engine_version text NOT NULL,
        title text NOT NULL,
        transcript_length integer NOT NULL,
        summary text NOT NULL,
        sentences jsonb NOT NULL,
        summary_type smallint NOT NULL,
        language text NOT NULL,
        focus_applied boolean NOT NULL,
        created_at timestamptz NOT NULL,
        delivered_on date NOT NULL,
        CONSTRAINT results_key UNIQUE (video_id, transcript_hash, parameters_hash, engine, engine_version)
      )`);
    await runner.query('CREATE INDEX results_delivered_on ON results (delivered_on)');
    // An account's right to read refers to a result for 30 days, and that result must not change.
    await runner.query(`
      CREATE FUNCTION results_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF to_jsonb(NEW) - 'delivered_on' IS DISTINCT FROM to_jsonb(OLD) - 'delivered_on' THEN
          RAISE EXCEPTION 'a stored result never changes';
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(
      'CREATE TRIGGER results_immutable BEFORE UPDATE ON results FOR EACH ROW EXECUTE FUNCTION results_immutable()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE results');
    await runner.query('DROP FUNCTION results_immutable');
  }
}
