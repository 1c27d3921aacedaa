import { parseConfig } from '@precis/runtime/config';
import { databaseSettings } from '@precis/runtime/settings';
import { z } from 'zod';
import { openDatabase } from '../database.js';
import { keyEncryptionSettings } from './key-encryption-settings.js';
import { RewrapSecrets } from './rewrap-secrets.usecase.js';
import { SealedRowsRepository } from './sealed-rows.repository.js';
import { Vault } from '@precis/runtime/vault/vault.provider';

const schema = z.object({
  ...databaseSettings,
  ...keyEncryptionSettings,
});

/** The whole of the re-wrap command: may run any number of times, also side by side. Answers the exit code. */
export async function runRewrapCommand(
  environment: Record<string, unknown>,
  print: (line: string) => void,
): Promise<number> {
  let database: Awaited<ReturnType<typeof openDatabase>> | undefined;
  try {
    const config = parseConfig("auth's re-wrap command", schema, environment);
    const vault = new Vault(config.KEY_ENCRYPTION_KEYS, config.KEY_ENCRYPTION_CURRENT);
    database = await openDatabase(config.DATABASE_URL);
    const { changed, left } = await new RewrapSecrets(new SealedRowsRepository(database), vault).execute();
    if (left > 0) throw new Error(`${left} are under another version: a copy of the service still seals with it.`);
    print(`auth: ${changed} secrets re-wrapped, all are under version ${vault.current}.`);
    return 0;
  } catch (error) {
    // Name and message alone: the database's errors carry parameters in their other fields.
    print(`auth: not all secrets are re-wrapped, run it again. ${(error as Error).message}`);
    return 1;
  } finally {
    await database?.destroy();
  }
}
