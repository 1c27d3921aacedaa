import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Several accounts may know one device (ACC-60). Copies of the previous release run on this key unchanged, because no statement of theirs names the
 * old one. They give each account its own token. Where they delete a device by its token, other accounts forget it too, until their next login.
 * Outside of a transaction, so that logins go on while the index is built.
 */
export class DevicesOfSeveralAccounts1700000000018 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    // The index gets the name of the key, so that a repeat after a crash builds another one and ends in the same state.
    await indexBesideWriters(
      runner,
      'known_devices_of_accounts',
      'known_devices (token_hash, user_id)',
      'UNIQUE INDEX',
    );
    await runner.query(
      `ALTER TABLE known_devices DROP CONSTRAINT known_devices_pkey,
         ADD CONSTRAINT known_devices_pkey PRIMARY KEY USING INDEX known_devices_of_accounts`,
    );
  }

  /** The account that used a device last keeps it. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM known_devices d USING known_devices o
        WHERE o.token_hash = d.token_hash AND (o.last_used_at, o.user_id) > (d.last_used_at, d.user_id);
      ALTER TABLE known_devices DROP CONSTRAINT known_devices_pkey, ADD PRIMARY KEY (token_hash);
    `);
  }
}
