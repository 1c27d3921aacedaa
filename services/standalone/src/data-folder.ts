import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The lock on the folder is SQLite's, whose longest path has 511 bytes; names inside the folder take the rest. */
const LONGEST_BYTES = 480;

/** Creates the data folder and checks that it is writable; returns its real path. Throws an Error whose message is a sentence for the user. */
export function openDataFolder(path: string): string {
  try {
    makeFolders(path);
    const folder = realpathSync(path);
    if (Buffer.byteLength(folder) > LONGEST_BYTES) throw Object.assign(new Error(), { code: 'ENAMETOOLONG' });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Error(`PRECIS_DATA_DIR ${path} ${PROBLEMS[code] ?? `cannot be used: ${message}`}.`, { cause: error });
  }
}

/** Does not use mkdir's own `recursive`, which never ends where the system reports that a parent does not exist (/proc). */
function makeFolders(path: string): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolders(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another start may have been faster.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

const PROBLEMS: Record<string, string> = {
  EEXIST: 'is not a folder, or a part of its path is not a folder',
  ENOTDIR: 'is not a folder, or a part of its path is not a folder',
  ENOENT: 'cannot be created: a part of its path does not exist',
  ELOOP: 'cannot be created: its symbolic links form a loop',
  EACCES: 'cannot be written to by this user',
  EPERM: 'cannot be written to by this user',
  EROFS: 'is on a disk that is mounted read-only',
  ENOSPC: 'cannot be created: the disk is full',
  ENAMETOOLONG: `has too long a path; up to ${LONGEST_BYTES} bytes are possible`,
};
