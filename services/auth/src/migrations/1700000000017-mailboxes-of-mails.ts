import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The mailbox of a mail that anyone can trigger, as a keyed hash, so that the mails of a day are counted over all addresses of a mailbox. Rows of
 * copies of the previous release have none and count for their account alone. Outside of a transaction, so that requests of mails go on.
 */
export class MailboxesOfMails1700000000017 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mail_requests ADD COLUMN IF NOT EXISTS mailbox_hash bytea');
    await indexBesideWriters(
      runner,
      'mail_requests_by_mailbox',
      'mail_requests (mailbox_hash, created_at) WHERE mailbox_hash IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE mail_requests DROP COLUMN mailbox_hash');
  }
}
