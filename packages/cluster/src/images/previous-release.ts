import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ClusterHome, repositoryFolder } from '../cluster-home.js';
import { imageInputs } from './image-inputs.js';
import type { Sources } from './service-images.js';

/** Checks out an earlier commit in the cluster's cache. Its chart and its sources are those of the previous release. */
export function previousRelease(home: ClusterHome, commit: string): Sources {
  const root = join(home.folder, 'previous');
  rmSync(root, { recursive: true, force: true });
  const git = (...words: string[]) => execFileSync('git', words, { stdio: ['ignore', 'ignore', 'inherit'] });
  git('clone', '--quiet', '--shared', '--no-checkout', repositoryFolder, root);
  git('-C', root, 'checkout', '--quiet', '--detach', commit);
  return { root, tag: imageInputs(root) };
}
