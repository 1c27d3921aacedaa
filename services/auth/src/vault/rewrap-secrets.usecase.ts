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
 * Seals what older key-encryption keys sealed anew under the current one, so that the older can be taken out of the configuration.
 * Runs beside the live service: rows are read in batches of 200 and written one by one, each only while it is still as it was read.
 * What is done is in the rows themselves, so that it goes on where it was cut off; run again it finds nothing to do.
 */
export class RewrapSecrets {
  constructor(
    private readonly rows: SealedRowsRepository,
    private readonly vault: Vault,
  ) {}

  /**
   * Answers how many rows it changed, and how many are left under another version because a copy that still seals with it wrote them
   * meanwhile. Throws, the rows before that kept, at a row of a version that the ring lacks.
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
