import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from './write-private-file.js';

/**
 * Marks a cluster as complete, and says where it is: relative to the data folder, which may move, or absolute when an unprivileged Postgres cannot
 * reach root's data folder. It is written last, so that an incomplete cluster is never used.
 */
export interface ClusterMarker {
  path: string;
  major: string;
}

const NAME = 'cluster.json';

/** The marker of a data folder; undefined when no cluster was ever completed there. */
export async function readClusterMarker(dataDir: string): Promise<ClusterMarker | undefined> {
  const path = join(dataDir, NAME);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : parseMarker(path, text);
}

/** Writes the marker atomically, also in case of a power cut. */
export async function writeClusterMarker(dataDir: string, marker: ClusterMarker): Promise<void> {
  await writePrivateFile(join(dataDir, NAME), JSON.stringify(marker));
}

function parseMarker(path: string, text: string): ClusterMarker {
  try {
    const marker = JSON.parse(text) as Partial<ClusterMarker>;
    if (typeof marker.path === 'string' && typeof marker.major === 'string') return marker as ClusterMarker;
  } catch {
    // The error below explains it.
  }
  throw new Error(`${path} is damaged. Restore it from a copy: it says where the database is.`);
}
