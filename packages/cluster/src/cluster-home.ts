import { cacheFolder, type CacheEnvironment } from '@precis/backends/cache-folder';
import { join } from 'node:path';

/** The variables that move the cluster's cache. */
export interface HomeEnvironment extends CacheEnvironment {
  CLUSTER_HOME?: string;
}

/** The folder of this package; the same from `src` and from `dist`. */
export const packageFolder = join(import.meta.dirname, '..');
/** The root of the repository. */
export const repositoryFolder = join(packageFolder, '../..');

/** The folders that the cluster keeps between runs. They may be deleted at any time, which only costs a slow start. */
export interface ClusterHome {
  folder: string;
  /** One folder of built programs for each Go module. */
  programs: string;
  /** The storage in which buildah builds images. */
  storage: string;
  /** containerd's own copy of the images. */
  containerd: string;
  /** State of the current run, or of the last killed one. */
  run: string;
  /** Logs of the latest run: one file for each part of Kubernetes. */
  logs: string;
}

/** CLUSTER_HOME, or else `cluster` in the cache of all backends. */
export function clusterHome(environment: HomeEnvironment): ClusterHome {
  const folder = environment.CLUSTER_HOME || join(cacheFolder(environment), 'cluster');
  return {
    folder,
    programs: join(folder, 'programs'),
    storage: join(folder, 'storage'),
    containerd: join(folder, 'containerd'),
    run: join(folder, 'run'),
    logs: join(folder, 'logs'),
  };
}
