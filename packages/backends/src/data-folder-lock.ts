import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A locked folder. Releasing twice is harmless. Any end of the process also releases it. */
export interface DataFolderLock {
  release(): void;
}

/**
 * Locks a folder for this process alone, or throws an error that names the holder.
 *
 * The lock is the kernel's (an fcntl lock, by way of SQLite because Node itself has none), not a file with a process id. It ends with a kill -9, a
 * reused process id cannot confuse it, and two processes cannot both get it. The holder must not read the lock file: closing any handle of it would
 * release an fcntl lock.
 */
export function lockDataFolder(folder: string, name = 'precis'): DataFolderLock {
  mkdirSync(folder, { recursive: true });
  const holderFile = join(folder, `${name}.pid`);
  const database = new DatabaseSync(join(folder, `${name}.lock`), { timeout: 100 });
  try {
    database.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isLocked(error))
      throw new Error(`The lock ${name}.lock in ${folder} cannot be taken: ${(error as Error).message}.`, {
        cause: error,
      });
    throw new Error(
      `Precis is already running on ${folder}${holderOf(holderFile)}. Stop it first or set PRECIS_DATA_DIR to another folder.`,
    );
  }
  writeFileSync(holderFile, String(process.pid));
  let held = true;
  return {
    release: () => {
      if (!held) return;
      held = false;
      rmSync(holderFile, { force: true });
      database.close();
    },
  };
}

function isLocked(error: unknown): boolean {
  const SQLITE_BUSY = 5;
  return (error as { errcode?: number }).errcode === SQLITE_BUSY;
}

/** Only for the message: a holder that has just taken the lock has not written its number yet. */
function holderOf(holderFile: string): string {
  try {
    const pid = Number(readFileSync(holderFile, 'utf8'));
    process.kill(pid, 0);
    return ` (process ${pid})`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? ' (a process of another user)' : '';
  }
}
