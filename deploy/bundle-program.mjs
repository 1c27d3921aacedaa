import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
/** The files that a bundle was made of. */
const MODULES = 'modules.json';

/**
 * Loaded from node_modules in any case: kafkajs, because its mends change its modules in place, and what Nest and pg load only if it is there,
 * which the product never uses.
 */
const NOT_BUNDLED = [
  /^kafkajs(\/|$)/,
  /^pg-native$/,
  /^class-(validator|transformer)(\/|$)/,
  /^@nestjs\/(websockets|platform-express|platform-socket\.io)(\/|$)/,
  /^@fastify\/(view|static)$/,
];

/**
 * Bundles the built programs of a workspace (`dist/main.js`, `dist/migrate.main.js`) into `dist/bundled`. Node then reads, links and compiles a few
 * files instead of about 1,700, so a process starts in a third of the time. Files that a program reads by their place, such as its OpenAPI document
 * or its workers, stay where they are. Does nothing while the bundle is newer than what it was made of.
 */
export async function bundleProgram(workspace) {
  const dist = join(ROOT, workspace, 'dist');
  const target = join(dist, 'bundled');
  if (isFresh(target)) return;
  const names = ['main', 'migrate.main'].filter((name) => existsSync(join(dist, `${name}.js`)));
  // Beside its place and then renamed: test files that run at the same time bundle the same program.
  const draft = join(dist, `bundled-${process.pid}`);
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(dist, `${name}.js`)])),
    cwd: ROOT,
    platform: 'node',
    // It would warn of each package that Nest could load and that is not installed.
    logLevel: 'silent',
    external: (id) => NOT_BUNDLED.some((one) => one.test(id)),
    // Modules have effects when they are loaded: entities, decorators, mends of libraries.
    treeshake: false,
    plugins: [ownPlaces(target)],
    // Otherwise a comment before each module would contain its path on this machine.
    experimental: { attachDebugInfo: 'none' },
  });
  const { output } = await build.write({
    dir: draft,
    format: 'esm',
    keepNames: true,
    // TypeORM needs reflect-metadata to be loaded before it.
    strictExecutionOrder: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  const files = output.flatMap((chunk) => chunk.moduleIds ?? []).filter((id) => existsSync(id));
  writeFileSync(join(draft, MODULES), JSON.stringify(files.map((id) => relative(ROOT, id)).sort()));
  rmSync(target, { recursive: true, force: true });
  try {
    renameSync(draft, target);
  } catch (error) {
    if (!isFresh(target)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Whether the bundle is newer than every file that it was made of. */
function isFresh(target) {
  const list = join(target, MODULES);
  if (!existsSync(list)) return false;
  const bundledMs = statSync(list).mtimeMs;
  return JSON.parse(readFileSync(list, 'utf8')).every(
    (path) => (statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) <= bundledMs,
  );
}

/** Keeps `import.meta` of a module about the module's own file, relative to the bundle, so that an image may stand anywhere. */
function ownPlaces(folder) {
  return {
    name: 'own-places',
    transform: {
      filter: { code: /import\.meta\.(url|dirname|filename)/ },
      handler(code, id) {
        const path = relative(folder, id).split(sep).map(encodeURIComponent).join('/');
        const url = `new URL(${JSON.stringify(path)}, import.meta.url)`;
        const pathOf = (place) => `process.getBuiltinModule('node:url').fileURLToPath(${place})`;
        const places = { url: `${url}.href`, dirname: pathOf(`new URL('.', ${url})`), filename: pathOf(url) };
        return code.replace(/import\.meta\.(url|dirname|filename)/g, (_, name) => places[name]);
      },
    },
  };
}
