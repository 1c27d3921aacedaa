import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DataFolderLock, lockDataFolder } from './data-folder-lock.js';
import { canReach, type PostgresAccount } from './postgres-account.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { waitUntil } from './wait-until.js';

const COPY_LIMIT_MS = 60_000;
/** Where root keeps the files that an unprivileged Postgres must reach; the second is for read-only system folders. */
const HOMES = ['/var/lib/precis', '/tmp/precis-backends'];

/** Creates and returns root's folder, which others may pass through but not write to. */
export async function unprivilegedHome(): Promise<string> {
  for (const home of HOMES) {
    await mkdir(home, { recursive: true, mode: 0o755 }).catch(() => undefined);
    const status = await stat(home).catch(() => undefined);
    // In a folder that anyone may write to (/tmp), another user could have created it first with a malicious program.
    if (status?.isDirectory() && status.uid === 0 && (status.mode & 0o022) === 0 && (status.mode & 0o001) !== 0)
      return home;
  }
  throw new Error(
    `Root needs a folder that an unprivileged Postgres can reach; neither of ${HOMES.join(', ')} can be made.`,
  );
}

/** The folder of the binaries for the account; copied once per version when the account cannot reach the original. */
export async function binariesFor(account: PostgresAccount, binaries: PostgresBinaries): Promise<string> {
  if (await canReach(account, join(binaries.nativeDir, 'bin'))) return binaries.nativeDir;
  const home = await unprivilegedHome();
  const target = join(home, `postgres-${binaries.version}-${process.arch}`);
  let lock: DataFolderLock | undefined;
  const copiedOrMine = async () => (await exists(target)) || (lock = tryLock(home)) !== undefined;
  if (!(await waitUntil(copiedOrMine, COPY_LIMIT_MS, 100)))
    throw new Error(`Another start is copying Postgres to ${home} and does not end.`);
  try {
    if (lock && !(await exists(target))) await copyTo(target, binaries.nativeDir);
  } finally {
    lock?.release();
  }
  return target;
}

/** Under the lock, any other unfinished copy is left from a killed start. */
async function copyTo(target: string, nativeDir: string): Promise<void> {
  const drafts = (await readdir(dirname(target))).filter(
    (name) => name.startsWith('postgres-') && name.includes('.new-'),
  );
  for (const name of drafts) await rm(join(dirname(target), name), { recursive: true, force: true });
  const draft = await mkdtemp(`${target}.new-`);
  await cp(nativeDir, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await rename(join(draft, 'native'), target);
  await rm(draft, { recursive: true, force: true });
}

function tryLock(home: string): DataFolderLock | undefined {
  try {
    return lockDataFolder(home, 'copying');
  } catch {
    return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
