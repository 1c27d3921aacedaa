import { openRuntimeFolder, type RuntimeFolder } from '@precis/backends/runtime-folder';
import { readFile, statfs } from 'node:fs/promises';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** `make test` has 9 GiB there at its end, because the databases of a run are deleted all at once. */
const ENOUGH_FREE_BYTES = 14 * 2 ** 30;
/** The same, and what the processes of a run need. */
const ENOUGH_AVAILABLE_BYTES = 18 * 2 ** 30;

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
  return isUsable && freeBytes >= ENOUGH_FREE_BYTES && availableBytes >= ENOUGH_AVAILABLE_BYTES;
}

/**
 * Opens a folder in memory for the temporary files of a run; undefined when TMPDIR names another place, or when this machine has no room. Tests
 * make hundreds of databases with hundreds of files each: on disc, making and deleting these files takes more processor time than the tests.
 */
export async function temporaryFolder(environment: NodeJS.ProcessEnv): Promise<RuntimeFolder | undefined> {
  if (environment.TMPDIR) return undefined;
  try {
    // First, because it removes what a killed run has left, and that takes the room.
    const folder = await openRuntimeFolder({ prefix: 'precis-tests', parent: IN_MEMORY });
    const [mounts, space] = await Promise.all([readFile('/proc/mounts', 'utf8'), statfs(IN_MEMORY)]);
    const memory = { mounts, freeBytes: space.bavail * space.bsize, availableBytes: process.availableMemory() };
    if (isEnough(memory)) return folder;
    await folder.remove();
    return undefined;
  } catch {
    // Not Linux, or a place that this user may not write to.
    return undefined;
  }
}
