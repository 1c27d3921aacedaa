import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@precis/testing/eventually';

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 30_000;
const BUILT = fileURLToPath(new URL('../../../../services/standalone/dist/main.js', import.meta.url));

export interface StandaloneProcess {
  url: string;
  demoFile: string;
  stop(): Promise<void>;
}

/** Starts the built product on a free port and a fresh folder; settles when /readyz answers 200. */
export async function startStandaloneProcess(): Promise<StandaloneProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'precis-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), PRECIS_DATA_DIR: dataDir };
  const child = spawn(process.execPath, [BUILT], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  // A test run that is cut off must not leave a server behind.
  const killWithUs = () => void child.kill('SIGTERM');
  process.once('exit', killWithUs);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-10_000)));
  const exited = once(child, 'exit');

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      await exited;
      clearTimeout(force);
    }
    process.removeListener('exit', killWithUs);
    await rm(dataDir, { recursive: true, force: true });
  };

  try {
    await eventually('the deployment is ready', () => isReady(url, child.exitCode !== null), START_LIMIT_MS);
  } catch (error) {
    await stop();
    throw new Error(`The deployment did not start. ${said}`, { cause: error });
  }
  return { url, demoFile: join(dataDir, 'demo.json'), stop };
}

async function isReady(url: string, ended: boolean): Promise<boolean> {
  if (ended) throw new Error('it ended by itself');
  const answer = await fetch(`${url}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
