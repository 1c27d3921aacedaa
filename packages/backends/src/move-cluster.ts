import { cp, lchown, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Transfers a cluster that belonged to root to another account, at `target`: for a machine that once allowed user namespaces and now refuses them.
 * The copy is made under another name, so that a crash leaves the original unchanged.
 */
export async function moveCluster(source: string, target: string, owner: { uid: number; gid: number }): Promise<void> {
  if (source === target) return giveTo(source, owner);
  const draftFolder = await mkdtemp(join(dirname(target), 'cluster.new-'));
  const draft = join(draftFolder, 'cluster');
  await cp(source, draft, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  await giveTo(draft, owner);
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
  await rm(draftFolder, { recursive: true, force: true });
}

/** The folder itself comes last, because its owner decides who owns the cluster. */
async function giveTo(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid);
  await lchown(folder, uid, gid);
}
