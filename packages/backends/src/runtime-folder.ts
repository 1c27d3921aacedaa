import { chown, lstat, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { lockDataFolder } from './data-folder-lock.js';

/** A unix socket's whole path may have 103 bytes on macOS and 107 on Linux; ours add 33 to the parent's. */
const LONGEST_PARENT = 70;
const LOCK = 'owner';

/** A folder for sockets that lives as long as this process. */
export interface RuntimeFolder {
  path: string;
  remove(): Promise<void>;
}

interface RuntimeFolderOptions {
  /** What the folders of this kind are called, as `precis-pg`. */
  prefix: string;
  /** Whom the folder is given to; default is this process' own user. */
  owner?: { uid: number; gid: number };
  /** Default: the system's folder for temporary files, unless its path is too long or the owner may not get there. */
  parent?: string;
}

/** Makes a short fresh folder, of its owner's alone, after removing those of this kind whose processes were killed. */
export async function openRuntimeFolder({ prefix, owner, parent }: RuntimeFolderOptions): Promise<RuntimeFolder> {
  const place = parent ?? (await parentFor(owner));
  await removeStale(place, prefix);
  // Under its name it is always locked: else another process' clearing could take it in the moment before.
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
    await rm(path, { recursive: true, force: true });
    lock.release();
  };
  return { path, remove };
}

/** The lock is the kernel's: who gets it knows that the process is dead, whatever number it had and in whichever container. */
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
      // Its process lives, or another start clears it at this moment.
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
  // TMPDIR may be long, missing, or root's own and out of another user's reach.
  return owner || Buffer.byteLength(parent) > LONGEST_PARENT ? '/tmp' : parent;
}
