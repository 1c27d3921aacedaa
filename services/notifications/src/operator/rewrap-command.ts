import { parseConfig } from '@precis/runtime/config';
import { databaseSettings } from '@precis/runtime/settings';
import { Vault } from '@precis/runtime/vault/vault.provider';
import { z } from 'zod';
import { openDatabase } from '../database.js';
import { RewrapWebhookSecrets } from '../outgoing-webhooks/rewrap-webhook-secrets.usecase.js';
import { webhookEncryptionSettings } from '../outgoing-webhooks/webhook-encryption-settings.js';

const schema = z.object({ ...databaseSettings, ...webhookEncryptionSettings });

/** Runs the re-wrap command; it may run any number of times, also in parallel. Returns the exit code. */
export async function runRewrapCommand(
  environment: Record<string, unknown>,
  print: (line: string) => void,
): Promise<number> {
  let database: Awaited<ReturnType<typeof openDatabase>> | undefined;
  try {
    const config = parseConfig("notifications' re-wrap command", schema, environment);
    const vault = new Vault(config.WEBHOOK_ENCRYPTION_KEYS, config.WEBHOOK_ENCRYPTION_CURRENT);
    database = await openDatabase(config.DATABASE_URL);
    const { changed, left } = await new RewrapWebhookSecrets(database, vault).execute();
    if (left > 0) throw new Error(`${left} webhooks use another key version: a copy of the service encrypts with it.`);
    print(`notifications: the secrets of ${changed} webhooks re-wrapped, all are under version ${vault.current}.`);
    return 0;
  } catch (error) {
    // Only the message: the other fields of database errors contain parameters.
    print(`notifications: not all secrets are re-wrapped, run it again. ${(error as Error).message}`);
    return 1;
  } finally {
    await database?.destroy();
  }
}
