import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withPgClient } from './pg-client.js';
import type { PostgresBackend } from './postgres-backend.js';

/** For the tests of this package: a new folder that nothing else uses. */
export async function freshFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'precis-backends-')));
}

/** Runs one statement as the superuser and returns the first row. */
export async function firstRow(backend: Pick<PostgresBackend, 'url'>, sql: string, database = 'postgres') {
  return withPgClient(backend.url(database), async (client) => (await client.query(sql)).rows[0]);
}

/** Removes what a test left. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs a script on the built package in a separate Node process, and waits for its first line of output. */
export async function runNode(script: string): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout!.on(
      'data',
      (chunk: Buffer) => (output += String(chunk)).includes('\n') && resolve(output.split('\n')[0]),
    );
    child.stderr!.on('data', (chunk: Buffer) => (output += String(chunk)));
    // Not `exit`, which may come before the last output.
    child.once('close', (code) => reject(new Error(`the process ended with ${code}: ${output}`)));
  });
  return { child, line };
}

/** Kills a Node process with SIGKILL and waits until it has ended. */
export async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}
