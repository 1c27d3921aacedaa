import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Checks the types of the web app and builds it into dist/site; does nothing when no source has changed since. */
const web = join(import.meta.dirname, '..');
const stamp = join(web, 'dist/built-from');

// Includes the browser tests: their types are checked with the site's, and an error there must not wait for the next new clone.
const sources = globSync(
  [
    'src/**/*',
    'e2e/**/*',
    'public/**/*',
    'build/**/*',
    '*.html',
    '*.ts',
    'tsconfig.json',
    'package.json',
    '../package-lock.json',
  ],
  { cwd: web },
)
  .filter((path) => statSync(join(web, path)).isFile())
  .sort();
const hash = createHash('sha256');
for (const path of sources) hash.update(`${path}\0`).update(readFileSync(join(web, path)));
const built = hash.digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== built) {
  // Each step on one line: a failed step ends the build with its own output.
  run('../node_modules/ts7/bin/tsc', '-p', '.');
  run('../node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');
  for (const step of ['prerender', 'compress']) {
    if (existsSync(join(web, `build/${step}.main.mjs`))) run(`build/${step}.main.mjs`);
  }
  mkdirSync(join(web, 'dist'), { recursive: true });
  writeFileSync(stamp, built);
}

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [join(web, script), ...args], { cwd: web, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
