import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** What must stay the same over restarts of one data folder. */
export interface StandaloneSecrets {
  linkSecret: string;
  keyEncryptionKey: string;
  apiKeyPepper: string;
  emailHashSecret: string;
  demoPassword: string;
}

/** Reads the data folder's secrets, or makes them at the first start. */
export function loadSecrets(dataDir: string): StandaloneSecrets {
  const path = join(dataDir, 'secrets.json');
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as StandaloneSecrets;
  const secrets: StandaloneSecrets = {
    linkSecret: randomBytes(32).toString('base64url'),
    keyEncryptionKey: randomBytes(32).toString('base64'),
    apiKeyPepper: randomBytes(32).toString('base64url'),
    emailHashSecret: randomBytes(32).toString('base64url'),
    demoPassword: randomBytes(12).toString('base64url'),
  };
  writePrivateFile(path, JSON.stringify(secrets, null, 2));
  return secrets;
}

/** Whole or not at all, readable by the owner alone: a kill in between must not leave half a file. */
export function writePrivateFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
