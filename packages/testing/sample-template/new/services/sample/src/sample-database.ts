import { EVENT_MIGRATIONS } from '@precis/events/schema/event-migrations';
import { openDatabase } from '@precis/runtime/database';
import { type DataSource, Entity, type MigrationInterface, PrimaryColumn, type QueryRunner } from 'typeorm';

/** An account that registered. */
@Entity('registrations')
export class Registration {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId: string;
}

class Registrations1700000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE registrations (account_id uuid PRIMARY KEY)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE registrations');
  }
}

/** Sample's own database, not yet migrated. */
export async function openSampleDatabase(url: string): Promise<DataSource> {
  return openDatabase({ url, entities: [Registration], migrations: [...EVENT_MIGRATIONS, Registrations1700000000100] });
}
