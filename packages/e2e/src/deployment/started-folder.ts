import { eventually } from '@precis/testing/eventually';
import { testRun } from '@precis/testing/test-run';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StandaloneProcess } from './standalone-process.js';

const PREPARE_LIMIT_MS = 90_000;
let prepared: Promise<string> | undefined;

/**
 * A data folder of its own for the caller, on which the product was started and stopped once. The first start creates the cluster of Postgres and runs
 * all migrations, which is more work than everything else at a start; so each run of the tests does it once, and copies the folder.
 */
export async function startedFolder(): Promise<string> {
  const first = await (prepared ??= prepareOnce());
  const dataDir = await mkdtemp(join(tmpdir(), 'precis-e2e-'));
  // Postgres demands the permissions of its folder, which cp keeps.
  await promisify(execFile)('cp', ['-a', `${first}/.`, dataDir]);
  return dataDir;
}

/** The folder to copy, which the global tear-down removes. The first process that needs it prepares it; the others wait. */
async function prepareOnce(): Promise<string> {
  const all = join(tmpdir(), `${testRun()}-started`);
  const first = join(all, 'data');
  const mine = await mkdir(all).then(
    () => true,
    () => false,
  );
  if (mine)
    await prepare(all, first).catch((error: unknown) => rm(all, { recursive: true }).then(() => Promise.reject(error)));
  await eventually('the folder of a first start', () => existsSync(first), PREPARE_LIMIT_MS);
  return first;
}

async function prepare(all: string, first: string): Promise<void> {
  const draft = await mkdtemp(join(all, 'draft-'));
  const product = await StandaloneProcess.inFolder(draft, { PASSWORD_HASHING: 'light' });
  await product.stop();
  await rename(draft, first);
}
