import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../cluster-home.js';

/** Of .dockerignore's list; the test of this file holds both together. */
export const CONTEXT = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'tsconfig.base.json',
  'tsconfig.json',
  'packages',
  'proto',
  'services',
  'deploy/assemble-image.main.mjs',
  'web',
];

/** One word for all that an image is made of: files git knows or could know, the recipe, and the base images' release. */
export function imageInputs(root = repositoryFolder): string {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...CONTEXT],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 50_000_000,
    },
  );
  const hash = createHash('sha256');
  const paths = ['.dockerignore', 'deploy/Dockerfile', ...listed.split('\0').filter(Boolean)];
  for (const path of [...new Set(paths)].sort()) {
    const at = join(root, path);
    const status = lstatSync(at, { throwIfNoEntry: false });
    if (!status) continue; // removed, and not yet committed
    hash.update(`${path}\0${status.mode & 0o111}\0`);
    hash.update(status.isSymbolicLink() ? readlinkSync(at) : readFileSync(at));
  }
  return hash.digest('hex').slice(0, 12);
}
