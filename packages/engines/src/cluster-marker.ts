import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Says that a cluster is whole, and where it lies: relative to the data folder, which may move, or absolute where root's
 * data folder is out of an unprivileged Postgres' reach. It is written last, so that half a cluster never counts.
 */
export interface ClusterMarker {
  path: string;
  major: string;
}

const NAME = 'cluster.json';

/** The marker of a data folder; undefined when no cluster was ever finished there. */
export async function readClusterMarker(dataDir: string): Promise<ClusterMarker | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, NAME), 'utf8')) as ClusterMarker;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the marker whole or not at all, even through a power cut. */
export async function writeClusterMarker(dataDir: string, marker: ClusterMarker): Promise<void> {
  await writeDurably(join(dataDir, NAME), JSON.stringify(marker));
}

/** Replaces a file of this user alone, whole or not at all. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const draft = await open(`${path}.new`, 'w', 0o600);
  await draft.writeFile(text);
  await draft.sync();
  await draft.close();
  await rename(`${path}.new`, path);
  const folder = await open(dirname(path));
  await folder.sync();
  await folder.close();
}
