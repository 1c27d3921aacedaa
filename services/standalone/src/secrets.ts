import { readClusterMarker } from '@precis/backends/cluster-marker';
import { writePrivateFile } from '@precis/backends/write-private-file';
import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const secret = z.string().min(1);
const schema = z.object({
  linkSecret: secret,
  keyEncryptionKey: secret,
  apiKeyPepper: secret,
  emailHashSecret: secret,
  demoPassword: secret,
});

/** Secrets that must stay the same over restarts of a data folder. */
export type StandaloneSecrets = z.output<typeof schema>;

/** Reads the data folder's secrets, or creates them at the first start. Never creates them for data that other secrets protect. */
export async function loadSecrets(dataDir: string): Promise<StandaloneSecrets> {
  const path = join(dataDir, 'secrets.json');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read (${error.code}). Precis needs the secrets in it.`, { cause: error });
  });
  if (text !== undefined) return readSecrets(path, text);
  if (await readClusterMarker(join(dataDir, 'postgres'))) {
    // With new secrets, keys, links and database passwords would silently stop working.
    throw new Error(
      `${path} is missing, but the data that it protects is there. Put it back, or remove ${dataDir} to start anew.`,
    );
  }
  const secrets: StandaloneSecrets = {
    linkSecret: randomBytes(32).toString('base64url'),
    keyEncryptionKey: randomBytes(32).toString('base64'),
    apiKeyPepper: randomBytes(32).toString('base64url'),
    emailHashSecret: randomBytes(32).toString('base64url'),
    demoPassword: randomBytes(12).toString('base64url'),
  };
  await writePrivateFile(path, JSON.stringify(secrets, null, 2));
  return secrets;
}

/** Derives a secret for another purpose, so that data folders of older releases need no new one. */
export function derivedSecret({ linkSecret }: StandaloneSecrets, purpose: string): string {
  return createHmac('sha256', linkSecret).update(`derived:${purpose}`).digest('base64url');
}

/** Errors name the problem, and never contain a value. */
function readSecrets(path: string, text: string): StandaloneSecrets {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${path} is damaged: it is not JSON. Put back a copy of it.`);
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const names = [...new Set(parsed.error.issues.map(({ path: [name] }) => String(name ?? 'everything')))];
  throw new Error(`${path} is damaged: it lacks ${names.join(', ')}. Put back a copy of it.`);
}
