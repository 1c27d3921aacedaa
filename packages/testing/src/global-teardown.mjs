import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ends what global-setup.mjs began, and leaves nothing on the backends that the environment named. */
export default async function globalTeardown() {
  const running = globalThis.precisTestPostgres;
  if (running) {
    // An orderly end would first write out all that the files have changed, for half a minute or more.
    await running.backend.stopImmediately();
    await running.backend.stop();
    await rm(running.dataDir, { recursive: true, force: true });
  }
  // What packages/e2e copies for its deployments (started-folder.ts).
  await rm(join(tmpdir(), `${process.env.PRECIS_TEST_RUN}-started`), { recursive: true, force: true });
  const { sweepBackends } = await import('../dist/backends/sweep-backends.js');
  await sweepBackends(process.env.PRECIS_TEST_RUN, process.env);
}
