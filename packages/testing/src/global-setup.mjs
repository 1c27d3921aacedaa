import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Starts one Postgres for all workers of a run, unless TEST_POSTGRES_URL names one. Imports the build, because jest transforms nothing here. */
export default async function globalSetup() {
  const build = await import('../dist/test-run.js').catch((error) => {
    throw new Error('packages/testing is not built: run `npm run build` before the tests', { cause: error });
  });
  build.testRun(); // for the workers, which inherit it
  const isMissing = (process.env.PRECIS_TEST_MISSING ?? '').split(',').includes('postgres');
  if (process.env.TEST_POSTGRES_URL || isMissing) return;
  const { startPostgres } = await import('../../backends/dist/postgres-backend.js');
  const dataDir = await mkdtemp(join(tmpdir(), 'precis-test-'));
  const backend = await startPostgres({ dataDir, durability: 'fast' });
  process.env.PRECIS_TEST_POSTGRES = backend.url('postgres');
  globalThis.precisTestPostgres = { backend, dataDir };
}
