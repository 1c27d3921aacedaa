import {
  API_KEYS,
  type SealedRow,
  type SealedRowsRepository,
  type SealedTable,
  SIGNING_KEYS,
} from './sealed-rows.repository.js';
import type { Vault } from '@precis/runtime/vault/vault.provider';

const BATCH = 200;

/**
 * Encrypts again, under the current key-encryption key, everything that older keys encrypted, so that older keys can be removed from the
 * configuration. Runs while the service is live: rows are read in batches of 200 and written one by one, each only if it is unchanged. The rows
 * themselves show the progress, so an interrupted run can be continued, and a further run finds nothing to do.
 */
export class RewrapSecrets {
  constructor(
    private readonly rows: SealedRowsRepository,
    private readonly vault: Vault,
  ) {}

  /**
   * Returns how many rows it changed, and how many are left under another version, because a copy of the service that still uses it wrote them in
   * between. Throws at a row of a version that is not configured; the rows before it stay changed.
   */
  async execute(): Promise<{ changed: number; left: number }> {
    const changed = (await this.table(API_KEYS)) + (await this.table(SIGNING_KEYS));
    const { current } = this.vault;
    return {
      changed,
      left: (await this.rows.countOfOthers(API_KEYS, current)) + (await this.rows.countOfOthers(SIGNING_KEYS, current)),
    };
  }

  private async table<R extends SealedRow>(table: SealedTable<R>): Promise<number> {
    let changed = 0;
    for (let after: R | undefined; ;) {
      const batch = await this.rows.next(table, this.vault.current, after, BATCH);
      for (const row of batch) {
        if (await this.rows.replace(table, row, this.vault.reseal(row, table.contextOf(row)))) changed++;
      }
      if (batch.length < BATCH) return changed;
      after = batch.at(-1);
    }
  }
}
