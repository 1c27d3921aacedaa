import { openRuntimeFolder, type RuntimeFolder } from '@precis/backends/runtime-folder';
import { constants } from 'node:fs';
import { access, readFile, statfs } from 'node:fs/promises';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** Several times what a run has at once: two gigabytes, mostly databases. */
const ENOUGH_BYTES = 8 * 2 ** 30;

/** What decides whether a run keeps its temporary files in memory. */
export interface Memory {
  /** The lines of /proc/mounts. */
  mounts: string;
  /** Bytes that files in memory may still take. */
  freeBytes: number;
  /** Bytes of memory that this process may still use. */
  availableBytes: number;
}

/** Tells whether temporary files may be kept in memory: there is plenty of it, and programs that tests write there can be started. */
export function isEnough({ mounts, freeBytes, availableBytes }: Memory): boolean {
  // A later mount hides an earlier one.
  const mount = mounts.split('\n').findLast((line) => line.split(' ')[1] === IN_MEMORY);
  const [, , type, options = ''] = mount?.split(' ') ?? [];
  const isUsable = type === 'tmpfs' && !options.split(',').includes('noexec');
  return isUsable && freeBytes >= ENOUGH_BYTES && availableBytes >= ENOUGH_BYTES;
}

/**
 * Opens a folder in memory for the temporary files of a run; undefined when TMPDIR names another place, or when this machine has no room. Tests
 * make hundreds of databases with hundreds of files each: on disc, making and deleting these files takes more processor time than the tests.
 */
export async function temporaryFolder(environment: NodeJS.ProcessEnv): Promise<RuntimeFolder | undefined> {
  if (environment.TMPDIR) return undefined;
  try {
    const [mounts, space] = await Promise.all([readFile('/proc/mounts', 'utf8'), statfs(IN_MEMORY)]);
    const memory = { mounts, freeBytes: space.bavail * space.bsize, availableBytes: process.availableMemory() };
    if (!isEnough(memory)) return undefined;
    await access(IN_MEMORY, constants.W_OK | constants.X_OK);
    return await openRuntimeFolder({ prefix: 'precis-tests', parent: IN_MEMORY });
  } catch {
    // Not Linux, or a place that this user may not write to.
    return undefined;
  }
}
