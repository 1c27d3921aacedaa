import { eventually } from '@precis/testing/eventually';
import { testRun } from '@precis/testing/test-run';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sweep } from './secrets-sweep.js';
import { StandaloneProcess } from './standalone-process.js';

/** Shorter than the limit of the hooks that wait for it, so that the failure says what is missing. */
const PREPARE_LIMIT_MS = 60_000;
let prepared: Promise<string> | undefined;

/**
 * A data folder of its own for the caller, on which the product was started and stopped once. The first start creates the cluster of Postgres and
 * runs all migrations, which is more work than everything else at a start; so each run of the tests does it once, and copies the folder.
 */
export async function startedFolder(): Promise<string> {
  prepared ??= preparedOnce().catch((error: unknown) => {
    prepared = undefined;
    throw error;
  });
  const first = await prepared;
  const dataDir = await mkdtemp(join(tmpdir(), 'precis-e2e-'));
  // Postgres demands the permissions of its folder, which cp keeps.
  await promisify(execFile)('cp', ['-a', `${first}/.`, dataDir]);
  return dataDir;
}

/** The folder to copy, which the global tear-down removes. One process prepares it while the others wait; if it fails, another one tries. */
async function preparedOnce(): Promise<string> {
  const all = join(tmpdir(), `${testRun()}-started`);
  const first = join(all, 'data');
  const check = async () => {
    const isMine = await mkdir(all).then(
      () => true,
      () => false,
    );
    if (isMine) await prepare(all, first);
    return existsSync(first);
  };
  await eventually('the folder of a first start', check, PREPARE_LIMIT_MS);
  return first;
}

/** Its output and traces are searched for secrets, as those of every start. */
async function prepare(all: string, first: string): Promise<void> {
  const draft = await mkdtemp(join(all, 'draft-'));
  const traces = await sweep.traces();
  try {
    const observed = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, LOG_LEVEL: 'debug', PASSWORD_HASHING: 'light' };
    const product = await StandaloneProcess.inFolder(draft, observed);
    await product.stop();
    await rename(draft, first);
  } catch (error) {
    await rm(all, { recursive: true, force: true });
    throw error;
  } finally {
    await traces.close();
  }
}
