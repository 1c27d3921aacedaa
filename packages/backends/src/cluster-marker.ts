import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from './write-private-file.js';

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
  const path = join(dataDir, NAME);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : parseMarker(path, text);
}

/** Writes the marker whole or not at all, even through a power cut. */
export async function writeClusterMarker(dataDir: string, marker: ClusterMarker): Promise<void> {
  await writePrivateFile(join(dataDir, NAME), JSON.stringify(marker));
}

function parseMarker(path: string, text: string): ClusterMarker {
  try {
    const marker = JSON.parse(text) as Partial<ClusterMarker>;
    if (typeof marker.path === 'string' && typeof marker.major === 'string') return marker as ClusterMarker;
  } catch {
    // The error below says it in plain words.
  }
  throw new Error(`${path} is damaged. Put back a copy of it: it says where the database lies.`);
}
