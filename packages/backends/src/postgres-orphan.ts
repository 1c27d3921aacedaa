import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, isAlive, isPostgres, postgresWorkingIn } from './process-table.js';
import { endBySignals, type Rung } from './signal-ladder.js';

/** Fast, then immediate (the next start recovers from the log), then SIGKILL. */
const RUNGS: Rung[] = [
  { signal: 'SIGINT', timeoutMs: 6_000 },
  { signal: 'SIGQUIT', timeoutMs: 3_000 },
  { signal: 'SIGKILL', timeoutMs: 3_000 },
];

/**
 * Ends a Postgres that a killed process of ours left on this cluster, and removes its stale pid file. The caller holds the lock of the data folder,
 * so nobody owns a process that still uses it. Returns whether there was one.
 */
export async function endOrphan(clusterPath: string): Promise<boolean> {
  const pidFile = join(clusterPath, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  const isOurs = pid > 0 && (await isAlive(pid)) && (await runsOn(pid, clusterPath));
  if (isOurs) await endBySignals([pid], RUNGS, async () => !(await isAlive(pid)));
  // Backend processes of a killed postmaster may live on and hold its shared memory, which would prevent a start.
  const left = await postgresWorkingIn(clusterPath);
  const gone = async () => (await postgresWorkingIn(clusterPath)).length === 0;
  if (!(await endBySignals(left, RUNGS.slice(1), gone))) {
    throw new Error(`A Postgres on ${clusterPath} cannot be ended (processes ${left.join(', ')}).`);
  }
  // Another process with the id of the dead postmaster would keep Postgres from starting.
  if (pid > 0 && (!(await isAlive(pid)) || !(await runsOn(pid, clusterPath)))) await rm(pidFile, { force: true });
  return isOurs || left.length > 0;
}

/** Whether the process is a Postgres on this cluster: its id may have been reused. */
async function runsOn(pid: number, clusterPath: string): Promise<boolean> {
  if (!(await isPostgres(pid))) return false;
  const words = await commandLine(pid);
  if (words.length === 1) return words[0].includes('postgres') && words[0].includes(` -D ${clusterPath} `);
  return words.length > 1 && words[0].endsWith('postgres') && words[words.indexOf('-D') + 1] === clusterPath;
}
