import { posix } from 'node:path';

/** Imports and exports of another file, except of types alone, which are removed by the compiler. */
const STATEMENT = /\b(?:import|export)\b(?!\s+type\b)[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]/g;
const BARE = /\bimport\s*\(?\s*['"]([^'"]+)['"]/g;
/** A worker's file. */
const WORKER = /\bnew URL\(\s*['"]([^'":]+)['"]/g;

/** The imports of a file, as written in it. */
export function importsOf(text: string): string[] {
  const named = [STATEMENT, BARE].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name));
  const workers = [...text.matchAll(WORKER)].map(([, name]) => (name.startsWith('.') ? name : `./${name}`));
  return [...new Set([...named, ...workers])];
}

/** The file that an import names, one of `known`; undefined for a package from outside. */
export function fileOf(importer: string, name: string, known: { has(path: string): boolean }): string | undefined {
  const paths = name.startsWith('.') ? [posix.join(posix.dirname(importer), name)] : pathsOf(name);
  const endings = ['', '.ts', '.tsx'];
  return paths
    .map((path) => path.replace(/\.js$/, ''))
    .flatMap((path) => endings.map((ending) => path + ending))
    .find((path) => known.has(path));
}

/** The possible files of a workspace import, by the exports of its manifest. */
function pathsOf(name: string): string[] {
  const [, workspace, path] = /^@precis\/([^/]+)\/(.+)$/.exec(name) ?? [];
  if (workspace === undefined) return [];
  if (workspace === 'proto') return [`proto/gen/${path}`];
  return [`packages/${workspace}/src/${path}`, `services/${workspace}/src/${path}`];
}

/** The imports between all files of a repository. */
export class ImportGraph {
  private readonly importers = new Map<string, string[]>();

  /** `texts`: the files' contents by their paths from the root. */
  constructor(readonly texts: Map<string, string>) {
    for (const [importer, text] of texts)
      for (const name of importsOf(text)) {
        const file = fileOf(importer, name, texts);
        if (file !== undefined) this.importers.set(file, [...(this.importers.get(file) ?? []), importer]);
      }
  }

  /** All files that reach `file`, with the number of imports on the shortest way; `file` itself has 0. */
  distancesTo(file: string): Map<string, number> {
    const distances = new Map([[file, 0]]);
    // The map grows during the iteration, so files are visited nearest first.
    for (const [reached, distance] of distances)
      for (const importer of this.importers.get(reached) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1);
    return distances;
  }
}
