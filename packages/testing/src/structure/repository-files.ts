import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the repository. Sources and build output have the same depth. */
export const ROOT = join(import.meta.dirname, '../../../..');

/** Cached, because the files do not change while the checks run. */
let listed: string[] | undefined;
const texts = new Map<string, string>();

/** Tracked files and new files that git does not ignore, relative to the root; without those deleted since the last commit. */
export function repositoryFiles(pattern: RegExp): string[] {
  listed ??= listFiles();
  return listed.filter((path) => pattern.test(path));
}

/** The text of a repository file. */
export function textOf(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(ROOT, path), 'utf8');
  texts.set(path, text);
  return text;
}

/** The number of lines of a repository file. */
export function linesOf(path: string): number {
  return textOf(path).split('\n').length - 1;
}

/**
 * Loads a built module of a workspace by path at run time: packages must not import services, and events depends on this package, but the checks
 * need all of them.
 */
export async function builtModule<T>(workspace: string, module: string): Promise<T> {
  return (await import(join(ROOT, workspace, 'dist', `${module}.js`))) as T;
}

function listFiles(): string[] {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', git, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...new Set(paths)].filter((path) => existsSync(join(ROOT, path))).sort();
}
