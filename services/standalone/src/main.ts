import { DRAIN_LIMIT_MS } from '@precis/runtime/drain-limits';
import { announcement } from './announcement.js';
import { readConfig } from './config.js';
import { whenParentEnds } from './parent-watch.js';
import { startStandalone } from './standalone.js';

if (Number(process.versions.node.split('.')[0]) < 26) {
  console.error(
    `Precis runs on the Node that npm installed with it (26 or newer), not on ${process.version}. Use: make start`,
  );
  process.exit(1);
}

const asked = new AbortController();
const starting = Promise.resolve().then(() => startStandalone(readConfig(process.env), {}, asked.signal));

/**
 * Ends everything that was started, also while more is being started. A second call does not wait: Postgres ends with this process anyway, and
 * recovers from its log at the next start.
 */
async function stop(exitCode: number): Promise<never> {
  if (asked.signal.aborted) process.exit(1);
  asked.abort(new Error('Precis was asked to stop.'));
  setTimeout(() => process.exit(1), DRAIN_LIMIT_MS).unref();
  const running = await starting.catch(() => undefined);
  try {
    await running?.close();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
  process.exit(exitCode);
}

// SIGHUP: the terminal was closed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
// A killed make cannot send a signal, and its next start would find the folder in use.
if (process.env.MAKELEVEL) whenParentEnds(() => void stop(0));
// A closed terminal or pipe must not end the process in the middle of a drain.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  const running = await starting;
  if (!asked.signal.aborted) console.log(announcement(running.demo, running.sandboxed));
  // For `make dev`, which waits for it; without a channel nobody listens.
  process.send?.('ready');
  void running.databaseLost.then(() => {
    if (asked.signal.aborted) return;
    console.error('The database ended. Precis stops; start it again with make start.');
    void stop(1);
  });
} catch (error) {
  if (!asked.signal.aborted) {
    console.error(`Precis did not start. ${(error as Error).message}`);
    if (process.env.LOG_LEVEL === 'debug') console.error(error);
    process.exit(1);
  }
}
