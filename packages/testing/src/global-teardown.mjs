import { rm } from 'node:fs/promises';

/** Ends what global-setup.mjs began. */
export default async function globalTeardown() {
  const running = globalThis.precisTestPostgres;
  if (!running) return;
  await running.engine.stop();
  await rm(running.dataDir, { recursive: true, force: true });
}
