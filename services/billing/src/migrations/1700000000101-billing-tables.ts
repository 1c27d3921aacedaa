import type { MigrationInterface, QueryRunner } from 'typeorm';

export class BillingTables1700000000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Trusted since PostgreSQL 13: the owner of the database may create it without being a superuser.
    await runner.query('CREATE EXTENSION IF NOT EXISTS btree_gist');
    await runner.query(`
      CREATE TABLE plans (
        catalogue_version int NOT NULL CHECK (catalogue_version > 0),
        key text NOT NULL,
        rank int NOT NULL,
        name text NOT NULL,
        features text[] NOT NULL,
        price_cents int NOT NULL CHECK (price_cents >= 0),
        videos_per_month int NOT NULL CHECK (videos_per_month >= 0),
        durations jsonb NOT NULL,
        PRIMARY KEY (catalogue_version, key),
        UNIQUE (catalogue_version, rank)
      )`);
    await runner.query(`
      CREATE TABLE subscriptions (
        account_id text PRIMARY KEY,
        version int NOT NULL CHECK (version >= 0),
        opened_at timestamptz NOT NULL
      )`);
    // Deferrable, because a grant may move several terms past each other; every single insert is still checked at once.
    // An empty range (a term given up before it began) overlaps nothing.
    await runner.query(`
      CREATE TABLE terms (
        id uuid PRIMARY KEY,
        account_id text NOT NULL REFERENCES subscriptions (account_id),
        origin text NOT NULL CONSTRAINT terms_once_per_origin UNIQUE,
        plan text NOT NULL,
        months int NOT NULL CHECK (months > 0),
        videos_per_month int NOT NULL CHECK (videos_per_month >= 0),
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        sold_starts_at timestamptz NOT NULL,
        sold_ends_at timestamptz NOT NULL,
        CHECK (ends_at >= starts_at),
        CONSTRAINT terms_never_overlap EXCLUDE USING gist (account_id WITH =, tstzrange(starts_at, ends_at) WITH &&)
          DEFERRABLE INITIALLY IMMEDIATE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE terms, subscriptions, plans');
  }
}
