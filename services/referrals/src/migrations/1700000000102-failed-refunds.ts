import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FailedRefunds1700000000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.allow(runner, ['refund', 'refund-failed', 'dispute-open', 'dispute-won', 'dispute-lost']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.allow(runner, ['refund', 'dispute-open', 'dispute-won', 'dispute-lost']);
  }

  private async allow(runner: QueryRunner, kinds: string[]): Promise<void> {
    const list = kinds.map((kind) => `'${kind}'`).join(', ');
    await runner.query(`
      ALTER TABLE payment_changes DROP CONSTRAINT payment_changes_kind_check,
        ADD CONSTRAINT payment_changes_kind_check CHECK (kind IN (${list}))`);
  }
}
