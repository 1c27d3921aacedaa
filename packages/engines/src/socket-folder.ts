import { chown, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { PostgresAccount } from './postgres-account.js';

const PREFIX = 'precis-pg-';
/** A unix socket's whole path may have 103 bytes on macOS and 107 on Linux; ours adds 31 to the folder's. */
const LONGEST_PARENT = 70;

/** Makes a short fresh folder for the socket, of the account's alone, and clears the one a killed process left behind. */
export async function openSocketFolder(dataDir: string, account: PostgresAccount): Promise<string> {
  const record = join(dataDir, 'socket-folder');
  const stale = await readFile(record, 'utf8').catch(() => '');
  // The record is a file anyone could have edited: only a folder of our making is removed.
  if (basename(stale).startsWith(PREFIX)) await rm(stale, { recursive: true, force: true });
  const folder = await mkdtemp(join(await parentFor(account), PREFIX));
  if (account.kind === 'user') await chown(folder, account.uid, account.gid);
  await writeFile(record, folder);
  return folder;
}

async function parentFor(account: PostgresAccount): Promise<string> {
  const parent = await realpath(tmpdir());
  // TMPDIR may be long, or root's own and out of another account's reach.
  return account.kind === 'user' || Buffer.byteLength(parent) > LONGEST_PARENT ? '/tmp' : parent;
}
