import { rm } from 'node:fs/promises';

/** Ends what global-setup.mjs began, and leaves nothing on the backends that the environment named. */
export default async function globalTeardown() {
  const running = globalThis.precisTestPostgres;
  if (running) {
    await running.backend.stop();
    await rm(running.dataDir, { recursive: true, force: true });
  }
  const { sweepBackends } = await import('../dist/backends/sweep-backends.js');
  await sweepBackends(process.env.PRECIS_TEST_RUN, process.env);
}
