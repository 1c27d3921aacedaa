import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the repository. Sources and what is built of them are equally deep. */
export const ROOT = join(import.meta.dirname, '../../../..');

/** The tree does not change while the checks run: it is listed once, and each file is read once. */
let listed: string[] | undefined;
const texts = new Map<string, string>();

/** Tracked and new files that git does not ignore, relative to the root; not those deleted since the last commit. */
export function repositoryFiles(pattern: RegExp): string[] {
  listed ??= listFiles();
  return listed.filter((path) => pattern.test(path));
}

/** What a file of the repository says. */
export function textOf(path: string): string {
  const text = texts.get(path) ?? readFileSync(join(ROOT, path), 'utf8');
  texts.set(path, text);
  return text;
}

/** How many lines a file of the repository has. */
export function linesOf(path: string): number {
  return textOf(path).split('\n').length - 1;
}

/**
 * A module of a workspace, as it was built. By path and at run time: packages know no service, and events is built on this package, but the
 * checks know all that there are.
 */
export async function builtModule<T>(workspace: string, module: string): Promise<T> {
  return (await import(join(ROOT, workspace, 'dist', `${module}.js`))) as T;
}

function listFiles(): string[] {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const paths = execFileSync('git', git, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...new Set(paths)].filter((path) => existsSync(join(ROOT, path))).sort();
}
