import { homedir } from 'node:os';
import { join } from 'node:path';

/** The variables that move the cache; a program passes its own environment. */
export interface CacheEnvironment {
  PRECIS_CACHE_DIR?: string;
  XDG_CACHE_HOME?: string;
}

/** The folder outside the repository for things that are fetched once. Empty variables are treated as absent. */
export function cacheFolder(environment: CacheEnvironment): string {
  return environment.PRECIS_CACHE_DIR || join(environment.XDG_CACHE_HOME || join(homedir(), '.cache'), 'precis');
}
