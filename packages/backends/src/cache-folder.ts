import { homedir } from 'node:os';
import { join } from 'node:path';

/** The variables that move the cache; a program hands in its own environment. */
export interface CacheEnvironment {
  PRECIS_CACHE_DIR?: string;
  XDG_CACHE_HOME?: string;
}

/** Where things that are fetched once are kept, outside of the tree. Empty variables count as missing. */
export function cacheFolder(environment: CacheEnvironment): string {
  return environment.PRECIS_CACHE_DIR || join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'precis');
}
