import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder, type CacheEnvironment } from './cache-folder.js';
import type { BackendLogger } from './backend-logger.js';
import { unpackRedis } from './redis-unpacked.js';

const run = promisify(execFile);
const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((triplet) => [
  `usr/lib/${triplet}`,
  `lib/${triplet}`,
]);

/** The command that starts redis-server: from the PATH, otherwise Debian's, unpacked once into the cache. */
export async function ensureRedis(environment: CacheEnvironment, logger: BackendLogger): Promise<string[]> {
  if (await runs(['redis-server'])) return ['redis-server'];
  const folder = join(cacheFolder(environment), `redis-${process.arch}`);
  const unpacked = unpackedProgram(folder);
  if (await runs(unpacked)) return unpacked;
  logger.info('Redis is missing: fetching it with apt, once.');
  const cause = await unpackRedis(folder).catch((error: unknown) => error);
  if (await runs(unpacked)) return unpacked;
  throw new Error('Tests need redis-server. On Debian: apt-get install redis-server', { cause });
}

/** The command for redis-server in an unpacked folder, with the libraries next to it. */
export function unpackedProgram(folder: string): string[] {
  const libraries = LIBRARIES.map((place) => join(folder, place)).join(':');
  return ['env', `LD_LIBRARY_PATH=${libraries}`, join(folder, 'usr/bin/redis-server')];
}

function runs(words: string[]): Promise<boolean> {
  return run(words[0], [...words.slice(1), '--version'], { timeout: 30_000 }).then(
    () => true,
    () => false,
  );
}
