import { cp, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { canReach, type PostgresAccount } from './postgres-account.js';
import type { PostgresBinaries } from './postgres-binaries.js';

/** Where root keeps what an unprivileged Postgres must reach; the second where the system's folders are read-only. */
const HOMES = ['/var/lib/precis', '/tmp/precis-engines'];

/** Makes and returns root's folder that others may pass through but not write to. */
export async function unprivilegedHome(): Promise<string> {
  for (const home of HOMES) {
    await mkdir(home, { recursive: true, mode: 0o755 }).catch(() => undefined);
    const status = await stat(home).catch(() => undefined);
    // In a folder that anyone may write to (/tmp), another user could have made it first and planted a program.
    if (status?.isDirectory() && status.uid === 0 && (status.mode & 0o022) === 0 && (status.mode & 0o001) !== 0) return home;
  }
  throw new Error(`Root needs a folder that an unprivileged Postgres can reach; neither of ${HOMES.join(', ')} can be made.`);
}

/** The folder of the binaries as the account can reach it; copied once per version where it cannot. */
export async function binariesFor(account: PostgresAccount, binaries: PostgresBinaries): Promise<string> {
  if (await canReach(account, join(binaries.nativeDir, 'bin'))) return binaries.nativeDir;
  const home = await unprivilegedHome();
  const target = join(home, `postgres-${binaries.version}-${process.arch}`);
  if (await exists(target)) return target;
  const draft = await mkdtemp(`${target}.new-`);
  await cp(binaries.nativeDir, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  await rename(join(draft, 'native'), target).catch(async (error: unknown) => {
    if (!(await exists(target))) throw error; // else: another start was first
  });
  await rm(draft, { recursive: true, force: true });
  return target;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
