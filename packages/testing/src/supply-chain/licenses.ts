import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of another author, as pinned in the lockfile. */
export interface LockedPackage {
  /** Its folder, which tells two versions of one name apart. */
  path: string;
  version: string;
  /** Its real name when it is installed under another one. */
  name?: string;
  /** An SPDX expression; absent when the author names none. */
  license?: string;
  /** Hash of the installed package. */
  integrity?: string;
  /** True when nothing that runs in production needs it. */
  dev?: boolean;
}

/** Licenses whose packages may be used and redistributed in a closed product. A person must read a new license before its name is added here. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts: they may be served with a product, never sold by themselves.
  'OFL-1.1',
  'Python-2.0',
]);
/** Licenses of tools and their data, which are never redistributed. */
const ALLOWED_IN_TOOLS = new Set(['CC-BY-4.0', 'MPL-2.0', 'Unlicense']);

/** Licenses that authors state where npm does not look; read by a person, for this version only. */
const READ: Record<string, string> = {
  // "licenses" in their package.json, and their files LICENSE.
  'busboy@1.6.0': 'MIT',
  'passport-strategy@1.0.0': 'MIT',
  'streamsearch@1.1.0': 'MIT',
  // "The MIT License" in its Readme.md.
  'pause@0.0.1': 'MIT',
};

/** Packages of others in the lockfile, ours left out. */
export function lockedPackages(root: string): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage & { link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, locked]) => ({
      ...locked,
      path,
      license: locked.license ?? READ[`${nameOf(path)}@${locked.version}`],
    }));
}

/** The name of a package, from its folder in the lockfile. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Packages whose license is unknown or not allowed, as `path: license`. */
export function licenseFaults(packages: LockedPackage[]): string[] {
  return packages
    .filter(({ license, dev }) => !license || !isAllowed(license, dev ?? false))
    .map(({ path, license }) => `${path}: ${license ?? 'names none'}`);
}

/** Whether npm does not know the package's license, so that `make sbom` cannot list it either. */
export const namedByHand = ({ path, version }: LockedPackage): boolean => `${nameOf(path)}@${version}` in READ;

/** How many packages have each license, the most frequent first. */
export function licenseCounts(packages: LockedPackage[]): [string, number][] {
  const counts = Map.groupBy(packages, ({ license }) => license ?? 'none');
  return [...counts].map(([name, of]): [string, number] => [name, of.length]).sort(([, a], [, b]) => b - a);
}

/** Evaluates an SPDX expression: one side of OR is enough, all sides of AND are needed. Anything else in it is unknown, and refused. */
function isAllowed(expression: string, isTool: boolean): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  const known = (name = '') => ALLOWED.has(name) || (isTool && ALLOWED_IN_TOOLS.has(name));
  const one = (): boolean => {
    if (tokens[0] !== '(') return known(tokens.shift());
    tokens.shift();
    const inside = either();
    return tokens.shift() === ')' && inside;
  };
  const both = (): boolean => {
    let allowed = one();
    while (tokens[0] === 'AND' && tokens.shift()) allowed = one() && allowed;
    return allowed;
  };
  const either = (): boolean => {
    let allowed = both();
    while (tokens[0] === 'OR' && tokens.shift()) allowed = both() || allowed;
    return allowed;
  };
  return either() && tokens.length === 0;
}
