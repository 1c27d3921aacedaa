import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Writes what follows from services.json and the workspaces' package.json: every tsconfig.json, tsconfig.imports.json, what standalone depends on,
 * and the chart's copy of services.json: helm reads nothing outside the chart. After a new service, or a new `@precis/...` in a package.json: `make
 * references`. With --check it writes nothing and ends with 1 when a file is not as it would write it.
 */
const root = join(import.meta.dirname, '..');
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const services = Object.keys(read('services/services.json'));
const check = process.argv.includes('--check');
const stale = [];

keepText('charts/precis/files/services.json', readFileSync(join(root, 'services/services.json'), 'utf8'));
await keep('services/standalone/package.json', dependOnServices(read('services/standalone/package.json')));

const folders = ['proto', ...globSync('packages/*/package.json', { cwd: root }).map(dirname).sort()].concat(
  [...services, 'standalone'].map((name) => `services/${name}`),
);
const manifests = new Map(folders.map((folder) => [folder, read(`${folder}/package.json`)]));
const folderOf = new Map([...manifests].map(([folder, { name }]) => [name, folder]));

for (const [folder, { dependencies = {}, devDependencies = {} }] of manifests) {
  const needed = Object.keys({ ...dependencies, ...devDependencies }).flatMap((name) => folderOf.get(name) ?? []);
  const sources = sourcesOf(folder);
  await keep(`${folder}/tsconfig.json`, {
    extends: `${relative(join(root, folder), root)}/tsconfig.base.json`,
    compilerOptions: { rootDir: sources, outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo' },
    include: [`${sources}/**/*.ts`],
    references: folders
      .filter((other) => needed.includes(other))
      .map((other) => ({ path: relative(join(root, folder), join(root, other)) })),
  });
}
await keep('tsconfig.json', { files: [], references: folders.map((path) => ({ path })) });
await keep('tsconfig.imports.json', {
  extends: './tsconfig.base.json',
  compilerOptions: {
    noEmit: true,
    composite: false,
    paths: Object.fromEntries(
      [...folderOf].map(([name, folder]) => [`${name}/*`, [`./${folder}/${sourcesOf(folder)}/*.ts`]]),
    ),
  },
});

if (check && stale.length > 0) {
  console.error('Not as services.json and package.json say; run: make references');
  for (const path of stale) console.error(`  ${path}`);
  process.exitCode = 1;
}

/** The compiler's rootDir. */
function sourcesOf(folder) {
  return folder === 'proto' ? 'gen' : 'src';
}

/** Standalone runs every service; the rest of its package.json is written by hand. */
function dependOnServices(manifest) {
  const others = Object.entries(manifest.dependencies).filter(
    ([name]) => !name.startsWith('@precis/') || !existsSync(join(root, 'services', name.slice('@precis/'.length))),
  );
  const all = [...others, ...services.map((name) => [`@precis/${name}`, manifest.version])];
  return { ...manifest, dependencies: Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

async function keep(path, content) {
  const at = join(root, path);
  const formatter = [join(root, 'node_modules/oxfmt/bin/oxfmt'), '--stdin-filepath', at];
  const input = JSON.stringify(content);
  keepText(path, execFileSync(process.execPath, formatter, { cwd: root, input, encoding: 'utf8' }));
}

function keepText(path, text) {
  const at = join(root, path);
  if (existsSync(at) && readFileSync(at, 'utf8') === text) return;
  stale.push(path);
  if (!check) writeFileSync(at, text);
}
