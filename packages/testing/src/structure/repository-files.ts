import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../../..');

/** Tracked and new files that git does not ignore, relative to the root. */
export function repositoryFiles(pattern: RegExp): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  return [...new Set(listed.split('\n'))].filter((path) => pattern.test(path)).sort();
}

export function linesOf(path: string): number {
  return readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1;
}
