import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { eventually } from '@precis/testing/eventually';

const BUILT = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const START_LIMIT_MS = 120_000;

/** For the tests of this package: the built product as a separate process. */
export interface StandaloneTrial {
  child: ChildProcess;
  /** Its output so far, including errors. */
  output(): string;
  complaints(): string;
  /** Settles with the exit code when it has ended. */
  ended: Promise<number | null>;
  /** Settles when it has announced its address; rejects when it ends before. */
  url(): Promise<string>;
}

/** Starts it on a free port. */
export function runStandalone(dataDir: string, settings: Record<string, string> = {}): StandaloneTrial {
  const env = { ...environment(dataDir), ...settings };
  return observe(spawn(process.execPath, [BUILT], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Starts it as the child of a process that does nothing else, like make. */
export function runBelowMake(dataDir: string): StandaloneTrial {
  const script = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(BUILT)}], { stdio: 'inherit' })`;
  const env = { ...environment(dataDir), MAKELEVEL: '1' };
  return observe(spawn(process.execPath, ['-e', script], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
}

function environment(dataDir: string) {
  return { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LOG_LEVEL: 'error', PORT: '0', PRECIS_DATA_DIR: dataDir };
}

function observe(child: ChildProcessByStdio<null, Readable, Readable>): StandaloneTrial {
  let [output, complaints] = ['', ''];
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (complaints += String(chunk)));
  let over = false;
  const ended = once(child, 'close').then(([code]) => {
    over = true;
    return code as number | null;
  });
  const announced = () => {
    if (over) throw new Error(`it ended: ${complaints}`);
    return /Precis is ready: (\S+)/.exec(output)?.[1];
  };
  return {
    child,
    output: () => output,
    complaints: () => complaints,
    ended,
    url: () => eventually('its announcement', announced, START_LIMIT_MS),
  };
}

/** A new folder for data folders. */
export async function freshFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'precis-standalone-')));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * A file that exists while a Postgres runs on the data folder; its first line is the process id. The cluster is outside the data folder when
 * Postgres must run as another user.
 */
export function postgresPidFile(dataDir: string): string {
  const marker = join(dataDir, 'postgres/cluster.json');
  const { path } = existsSync(marker)
    ? (JSON.parse(readFileSync(marker, 'utf8')) as { path: string })
    : { path: 'cluster' };
  return resolve(dataDir, 'postgres', path, 'postmaster.pid');
}
