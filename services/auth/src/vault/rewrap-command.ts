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

/** Runs the re-wrap command; it may run any number of times, also in parallel. Returns the exit code. */
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
    if (left > 0) throw new Error(`${left} secrets use another key version: a copy of the service encrypts with it.`);
    print(`auth: ${changed} secrets re-wrapped, all are under version ${vault.current}.`);
    return 0;
  } catch (error) {
    // Only the message: the other fields of database errors contain parameters.
    print(`auth: not all secrets are re-wrapped, run it again. ${(error as Error).message}`);
    return 1;
  } finally {
    await database?.destroy();
  }
}
