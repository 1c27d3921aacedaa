import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { commandAs } from './postgres-account.js';
import { endWithNode } from './end-with-node.js';
import { logTail } from './log-tail.js';
import type { Cluster } from './postgres-cluster.js';
import { backendEnvironment, postgresSettings } from './postgres-settings.js';
import { waitUntil } from './wait-until.js';

const READY_TIMEOUT_MS = 60_000;
const LONGEST_LOG_BYTES = 5_000_000;

/** A Postgres process that answers, and the promise of its end. */
export interface PostgresProcess {
  pid: number;
  exited: Promise<void>;
}

/** Starts Postgres on a cluster, and waits until it has recovered from any crash and accepts connections. */
export async function launchPostgres(
  cluster: Cluster,
  options: Parameters<typeof postgresSettings>[0] & { logFile: string },
): Promise<PostgresProcess> {
  const { size } = await stat(options.logFile).catch(() => ({ size: 0 }));
  if (size > LONGEST_LOG_BYTES) await rename(options.logFile, `${options.logFile}.old`);
  await using log = await open(options.logFile, 'a', 0o600);
  const args = ['-D', cluster.path, ...postgresSettings(options)];
  const command = commandAs(cluster.account, join(cluster.nativeDir, 'bin/postgres'), args);
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd: '/',
    env: backendEnvironment,
    // A file instead of a pipe: a Postgres that outlives Node must not die when it writes its log.
    stdio: ['ignore', log.fd, log.fd],
    // A separate session: Ctrl-C in the terminal must not end it before Node has drained.
    detached: true,
  });
  // Immediate mode: the next start recovers from the log.
  endWithNode(child, 'SIGQUIT');
  const exited = endOf(child);
  let ended = false;
  void exited.then(() => (ended = true));
  const ready = await waitUntil(async () => ended || (await isReady(cluster.path, child.pid)), READY_TIMEOUT_MS);
  if (!ready || ended) {
    if (!ended) child.kill('SIGKILL');
    throw new Error(`Postgres did not start on ${cluster.path}: ${await logTail(options.logFile)}`);
  }
  child.unref();
  return { pid: child.pid!, exited };
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}

/** The same check as pg_ctl's: the eighth line of the pid file says "ready" when connections are accepted. */
async function isReady(clusterPath: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(join(clusterPath, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}
