import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
/** The files that a bundle was made of. */
const MODULES = 'modules.json';

/**
 * Never bundled, so loaded from node_modules: kafkajs, because kafkajs-mends.ts patches its modules in place, and optional packages that Nest and pg
 * load if they are installed. The product uses none of these optional packages.
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
 * or its workers, stay where they are. Does nothing while the bundle is newer than the files that it was made of.
 */
export async function bundleProgram(workspace) {
  const dist = join(ROOT, workspace, 'dist');
  const target = join(dist, 'bundled');
  if (isFresh(target)) return;
  const names = ['main', 'migrate.main'].filter((name) => existsSync(join(dist, `${name}.js`)));
  // Written to a separate folder and then renamed, because test files that run in parallel may bundle the same program.
  const draft = join(dist, `bundled-${process.pid}`);
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(dist, `${name}.js`)])),
    cwd: ROOT,
    platform: 'node',
    // Otherwise rolldown would warn of each optional package of Nest that is not installed.
    logLevel: 'silent',
    external: (id) => NOT_BUNDLED.some((one) => one.test(id)),
    // Modules have side effects when they are loaded: entities, decorators, patches of libraries. Tree shaking could remove them.
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
  // Another process was faster, and may have started the program from it already.
  if (isFresh(target)) return rmSync(draft, { recursive: true, force: true });
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

/** Makes `import.meta` still refer to each module's own file. Its path is relative to the bundle, so that the image's folder does not matter. */
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
