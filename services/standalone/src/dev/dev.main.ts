import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * `make dev` runs standalone, and rebuilds and restarts it after each saved change. While a build has errors, the last good one continues to run. A
 * folder that was added to tsconfig.json is watched from the next `make dev` on.
 */
const ROOT = join(import.meta.dirname, '../../../..');
const MAIN = join(ROOT, 'services/standalone/dist/main.js');
const COMPILER = join(ROOT, 'node_modules/ts7/bin/tsc');
/** Editors save a file in several steps, and several files at once. */
const SETTLE_MS = 50;
/**
 * After this time open calls are cut; the next start waits 5 s for the data folder. A cut process leaves Postgres to recover, which takes seconds.
 */
const PATIENCE_MS = 3_000;
const SOURCE = /\.(ts|json|html|css|js)$/;

const debuggerAt = `--inspect-port=127.0.0.1:${process.env.INSPECT_PORT || 9229}`;
let running: ChildProcess | undefined;
let changedAtMs: number | undefined;
let busy = false;
let stopping = false;

for (const folder of watchedFolders()) {
  watch(folder, { recursive: true }, (_event, name) => {
    if (!name || !SOURCE.test(name)) return;
    changedAtMs ??= Date.now();
    setTimeout(() => void follow(), SETTLE_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
start(Date.now());
/** One build at a time; files saved during a build are built next. */
async function follow(): Promise<void> {
  if (busy || stopping) return;
  busy = true;
  try {
    while (changedAtMs !== undefined && !stopping) {
      const sinceMs = changedAtMs;
      changedAtMs = undefined;
      if (await build()) {
        // Starts the new process before the old one has ended, to save time: it loads its code, then waits until the old one releases the data folder.
        const former = running;
        start(sinceMs);
        await stop(former);
      } else console.log('The build has errors. The last good build continues to run.');
    }
  } finally {
    busy = false;
  }
}

async function build(): Promise<boolean> {
  const compiler = spawn(process.execPath, [COMPILER, '-b', '--pretty'], { cwd: ROOT, stdio: 'inherit' });
  const [code] = (await once(compiler, 'exit')) as [number | null];
  return code === 0;
}

function start(sinceMs: number): void {
  if (stopping) return;
  const child = spawn(process.execPath, [debuggerAt, '--enable-source-maps', MAIN], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Most of the loaded code is not ours and does not change.
    env: { ...process.env, NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/precis-dev') },
  });
  running = child;
  child.once('message', () => {
    console.log(`Ready ${((Date.now() - sinceMs) / 1000).toFixed(1)} s after the change.`);
    // Only now: the previous process held the debugger's port until it ended.
    child.kill('SIGUSR1');
  });
  child.once('exit', (code) => {
    if (running !== child) return;
    running = undefined;
    if (!stopping) console.log(`Precis ended with ${code ?? 'a signal'}; the next saved change starts it again.`);
  });
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  // The second signal does not wait for open calls.
  const impatient = setTimeout(() => child.kill('SIGTERM'), PATIENCE_MS);
  await ended;
  clearTimeout(impatient);
}

async function end(): Promise<void> {
  if (stopping) return;
  stopping = true;
  const last = running;
  running = undefined;
  await stop(last);
  process.exit(0);
}

function watchedFolders(): string[] {
  const { references } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')) as {
    references: { path: string }[];
  };
  const folders = references.flatMap(({ path }) => ['src', 'gen', 'pages'].map((name) => join(ROOT, path, name)));
  return folders.filter((folder) => existsSync(folder));
}
