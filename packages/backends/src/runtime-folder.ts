import { chown, lstat, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { lockDataFolder } from './data-folder-lock.js';

/** The path of a unix socket may have 103 bytes on macOS and 107 on Linux; ours add 33 to the parent's. */
const LONGEST_PARENT = 70;
const LOCK = 'owner';

/** A folder for sockets that exists as long as this process. */
export interface RuntimeFolder {
  path: string;
  remove(): Promise<void>;
}

interface RuntimeFolderOptions {
  /** The common prefix of such folders, such as `precis-pg`. */
  prefix: string;
  /** The owner of the folder; default: this process' user. */
  owner?: { uid: number; gid: number };
  /** Default: the system's folder for temporary files, unless its path is too long or the owner cannot reach it. */
  parent?: string;
}

/** Creates a new folder with a short path, accessible to its owner only, after removing those with the same prefix whose processes were killed. */
export async function openRuntimeFolder({ prefix, owner, parent }: RuntimeFolderOptions): Promise<RuntimeFolder> {
  const place = parent ?? (await parentFor(owner));
  await removeStale(place, prefix);
  // The folder gets its name only when it is locked; otherwise the cleanup of another process could remove it before.
  const draft = await mkdtemp(join(place, `${prefix}.new-`));
  const lock = lockDataFolder(draft, LOCK);
  const path = join(place, `${prefix}-${basename(draft).slice(-6)}`);
  try {
    if (owner) await chown(draft, owner.uid, owner.gid);
    await rename(draft, path);
  } catch (error) {
    lock.release();
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  const remove = async () => {
    // A process that is still ending may write a last file there.
    await rm(path, { recursive: true, force: true, maxRetries: 5 });
    lock.release();
  };
  return { path, remove };
}

/** The lock is the kernel's: a process that gets it knows that the owner is dead, with any process id and in any container. */
async function removeStale(place: string, prefix: string): Promise<void> {
  const names = (await readdir(place)).filter(
    (name) => name.startsWith(`${prefix}-`) && name.length === prefix.length + 7,
  );
  for (const name of names) {
    const folder = join(place, name);
    if (!(await isOwn(folder))) continue;
    try {
      const lock = lockDataFolder(folder, LOCK);
      await rm(folder, { recursive: true, force: true });
      lock.release();
    } catch {
      // Its process is alive, or another start is removing it.
    }
  }
}

/** In a folder where anyone may write, a name proves nothing; a lock file of this user does. */
async function isOwn(folder: string): Promise<boolean> {
  const folderStatus = await lstat(folder).catch(() => undefined);
  const lockStatus = await lstat(join(folder, `${LOCK}.lock`)).catch(() => undefined);
  return folderStatus?.isDirectory() === true && lockStatus?.isFile() === true && lockStatus.uid === process.getuid?.();
}

async function parentFor(owner?: { uid: number }): Promise<string> {
  const parent = await realpath(tmpdir()).catch(() => '/tmp');
  // TMPDIR may be long or missing, or belong to root and be unreachable for another user.
  return owner || Buffer.byteLength(parent) > LONGEST_PARENT ? '/tmp' : parent;
}
