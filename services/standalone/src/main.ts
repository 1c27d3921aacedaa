import { announcement } from './announcement.js';
import { readConfig } from './config.js';
import { startStandalone } from './standalone.js';

/** How long a drain may take before the process ends all the same. */
const DRAIN_LIMIT_MS = 30_000;

if (Number(process.versions.node.split('.')[0]) < 26) {
  console.error(`Precis runs on the Node that npm installed with it (26 or newer), not on ${process.version}. Use: make start`);
  process.exit(1);
}

const starting = Promise.resolve().then(() => startStandalone(readConfig(process.env)));
let stopping = false;

/** A signal that comes while parts are still starting waits for them, so that none is left behind. */
async function stop(exitCode: number): Promise<never> {
  if (stopping) process.exit(1);
  stopping = true;
  setTimeout(() => process.exit(1), DRAIN_LIMIT_MS).unref();
  const running = await starting.catch(() => undefined);
  await running?.close();
  process.exit(exitCode);
}

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));

try {
  const running = await starting;
  if (!stopping) console.log(announcement(running.demo, running.sandboxed));
  void running.databaseLost.then(() => {
    if (stopping) return;
    console.error('The database ended. Precis stops; start it again with make start.');
    void stop(1);
  });
} catch (error) {
  console.error(`Precis did not start. ${(error as Error).message}`);
  if (process.env.LOG_LEVEL === 'debug') console.error(error);
  process.exit(1);
}
