import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether a process runs. A zombie does not run: in a container nobody may reap it, and waiting for it would never end. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The name in brackets may contain spaces and brackets itself, so the state follows the last bracket.
  return stat === '' || !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}

/** The arguments of a process; empty when it has ended. Without /proc (macOS) the words of `ps`. */
export async function commandLine(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return raw.split('\0').filter((part) => part !== '');
  }
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { timeout: 5_000 }).catch(() => ({
    stdout: '',
  }));
  return stdout.trim() === '' ? [] : [stdout.trim()];
}

/**
 * The Postgres processes whose working folder is `folder`. Postgres works there, but a person's shell may, too. Only Linux shows working folders;
 * elsewhere the result is empty.
 */
export async function postgresWorkingIn(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found: number[] = [];
  for (const pid of pids) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    if (cwd === folder && (await isPostgres(pid)) && (await isAlive(pid))) found.push(pid);
  }
  return found;
}

/** Identifies the program itself, because any process may have its name or arguments. True where only Linux could tell. */
export async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  // After a package update the old program continues to run, although its file was deleted.
  return /\/postgres( \(deleted\))?$/.test(await readlink(`/proc/${pid}/exe`).catch(() => ''));
}
