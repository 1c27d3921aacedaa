import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../../services/standalone/dist/main.js');
const START_LIMIT_MS = 120_000;
/** The simulators of the sandbox stand 20,000 ports further up. */
const HIGHEST_PORT = 45_000;

/** Starts standalone on a free port and an empty folder, with its clock `offsetSeconds` from now. `stop` ends it and removes the folder. */
export async function startStandalone(offsetSeconds) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'precis-shots-'));
  const program = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: `${port}`,
      OPS_PORT: '',
      PRECIS_DATA_DIR: folder,
      PRECIS_CLOCK_OFFSET: `${offsetSeconds}`,
    },
  });
  const url = `http://localhost:${port}`;
  const stop = async () => {
    if (program.exitCode === null && program.signalCode === null) {
      const ended = new Promise((done) => program.once('exit', done));
      program.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const end = Date.now() + START_LIMIT_MS;
  for (;;) {
    // The demo account is the last thing that a start makes.
    const demo = readDemo(folder);
    if (demo && (await answers(`${url}/api/info`))) return { url, demo, stop };
    if (program.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error('standalone did not start');
    }
    await new Promise((wait) => setTimeout(wait, 200));
  }
}

function readDemo(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function answers(url) {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort() {
  for (;;) {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address();
    await new Promise((done) => server.close(done));
    if (port <= HIGHEST_PORT) return port;
  }
}
