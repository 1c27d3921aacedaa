import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { findPostgresBinaries } from '../packages/backends/dist/postgres-binaries.js';
import { bundleProgram } from './bundle-program.mjs';

/**
 * Copies what an image needs into a folder: a built workspace with its program, the workspaces that it depends on, and the packages of all of them.
 * Sources and tests are left out. Other services and the sandbox are only in standalone, which depends on them. `npm ci --omit=dev --workspace`
 * cannot do this: the root links all workspaces, so npm also installs those that only tests need, and with them a whole Postgres.
 */
const root = realpathSync(join(import.meta.dirname, '..'));
const [workspace, target] = process.argv.slice(2);
const services = Object.keys(JSON.parse(readFileSync(join(root, 'services/services.json'), 'utf8')));
const programs = [
  ...services.map((name) => `services/${name}`),
  'packages/audit',
  'packages/operator',
  'packages/site',
  'services/standalone',
];
if (!programs.includes(workspace) || !target) {
  console.error(`usage: assemble-image.main.mjs WORKSPACE FOLDER, WORKSPACE one of ${programs.join(', ')}`);
  process.exit(2);
}

await bundleProgram(workspace);
// The root of a container is read-only, so the links of Postgres's libraries cannot be made at its first start.
if (workspace === 'services/standalone') await findPostgresBinaries();
// packages/runtime reads this file, at the same path as in the repository.
cpSync(join(root, 'services/services.json'), join(target, 'services/services.json'));
const reached = new Set();
reach(join(root, workspace));
for (const folder of reached) {
  const path = relative(root, folder);
  const isWorkspace = !path.split(sep).includes('node_modules');
  // Without `verbatimSymlinks`, a link would point into the folder that it was copied from.
  cpSync(folder, join(target, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: isWorkspace ? isBuilt(folder) : isOwn(folder),
  });
  if (isWorkspace) link(path, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name);
}
// An image starts `node dist/main.js`. Where the program was bundled, that file becomes one line, which loads the bundle.
for (const name of ['main', 'migrate.main'])
  if (existsSync(join(root, workspace, `dist/bundled/${name}.js`)))
    writeFileSync(join(target, workspace, `dist/${name}.js`), `import './bundled/${name}.js';\n`);
// Both of these programs serve the built site. Only the build uses `.vite`.
if (workspace === 'packages/site' || workspace === 'services/standalone') {
  const built = join(root, 'web/dist/site');
  cpSync(built, join(target, 'web/dist/site'), {
    recursive: true,
    filter: (path) => relative(built, path).split(sep)[0] !== '.vite',
  });
}
console.log(`${workspace}: ${reached.size} packages`);

/** Adds a package's folder to `reached`, and the folders of all its dependencies. Throws when a dependency that is not optional is missing. */
function reach(folder) {
  if (reached.has(folder)) return;
  reached.add(folder);
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  for (const name of new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])) {
    const found = find(name, folder);
    if (found) reach(found);
    else if (!(name in optionalDependencies))
      throw new Error(`${relative(root, folder)} needs ${name}, which is not installed`);
  }
}

/** The folder of a package, found as Node finds it: in the nearest node_modules upwards. */
function find(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const candidate = join(at, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (at === root) return undefined;
  }
}

/**
 * Whether a file of a package is copied. The packages nested in it are in `reached` themselves. No program loads types, source maps or documents, and
 * they are over half of all files.
 */
function isOwn(folder) {
  const left = /(?<!licen[cs]e|notice)\.(map|[cm]?ts|md|markdown)$/i;
  return (path) => !left.test(path) && !relative(folder, path).split(sep).includes('node_modules');
}

/**
 * Whether a file of a workspace is copied: its built program, without tests and without what only the build reads. Bundles of other programs, which
 * may be assembled at the same time, are left out.
 */
function isBuilt(folder) {
  const others = folder === join(root, workspace) ? undefined : join(folder, 'dist/bundled');
  const left =
    /^(src|gen|node_modules|build|package)(\/|$)|^dist\/(.*\/)?(testing|fixture|contract)(\/|$)|\.(spec|suite|d)\.|\.map$|tsbuildinfo$|bundled\/modules\.json$/;
  return (path) => path !== others && !left.test(relative(folder, path).split(sep).join('/'));
}

/** Links a workspace's folder in node_modules under its name, as `npm install` does. */
function link(path, name) {
  const at = join(target, 'node_modules', name);
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(relative(dirname(at), join(target, path)), at);
}
