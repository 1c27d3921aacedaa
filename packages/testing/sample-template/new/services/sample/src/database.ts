import { serviceDatabase } from '@precis/events/schema/service-database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The only one. With a second, both become files of `migrations/`, named by their number and what they do. */
class Registrations1700000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE registrations (account_id uuid PRIMARY KEY)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE registrations');
  }
}

export const openDatabase = serviceDatabase({ migrations: [Registrations1700000000100] });
