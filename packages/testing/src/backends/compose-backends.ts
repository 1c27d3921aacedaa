import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BackendName } from './backend.js';

const runProgram = promisify(execFile);
const ANSWER_TIMEOUT_MS = 10_000;
/** Long, because images may have to be downloaded. */
const UP_TIMEOUT_MS = 600_000;
const STOP_TIMEOUT_MS = 120_000;

/** Backends that run as containers. */
export interface ComposedBackends {
  addresses: Partial<Record<BackendName, string>>;
  /** Stops the backends that this call has started; others continue. Their data stays, as with `make down`. */
  stop(): Promise<void>;
}

/**
 * Starts backends of docker-compose.yml, which are healthy when this resolves. Undefined when no container engine answers; rejects when one answers
 * and the start fails.
 */
export async function composeBackends(
  root: string,
  environment: NodeJS.ProcessEnv,
  names: BackendName[],
): Promise<ComposedBackends | undefined> {
  const run = async (timeout: number, file: string, ...args: string[]) =>
    (await runProgram(file, args, { cwd: root, env: environment, timeout, maxBuffer: 20_000_000 })).stdout;
  const docker = (timeout: number, ...args: string[]) => run(timeout, 'docker', ...args);
  try {
    // A client without its daemon answers only the second command.
    await docker(ANSWER_TIMEOUT_MS, 'info');
    await docker(ANSWER_TIMEOUT_MS, 'compose', 'version');
  } catch {
    return undefined;
  }
  await run(ANSWER_TIMEOUT_MS, process.execPath, join(root, 'deploy/make-env.main.mjs'));
  const ran = (await docker(ANSWER_TIMEOUT_MS, 'compose', 'ps', '--services', '--status', 'running')).split('\n');
  const ours = names.filter((name) => !ran.includes(name));
  const stop = async () => {
    if (ours.length > 0) await docker(STOP_TIMEOUT_MS, 'compose', 'stop', ...ours);
  };
  try {
    await docker(UP_TIMEOUT_MS, 'compose', 'up', '--detach', '--wait', '--wait-timeout', '300', ...names);
  } catch (error) {
    await stop().catch(() => undefined);
    const said = ((error as { stderr?: string }).stderr ?? '').trim().split('\n').slice(-3).join(' | ');
    throw new Error(said || (error as Error).message, { cause: error });
  }
  return { addresses: await addressesOf(root, environment, names), stop };
}

/** The ports that the compose file publishes on loopback, which the environment or .env may change. */
async function addressesOf(
  root: string,
  environment: NodeJS.ProcessEnv,
  names: BackendName[],
): Promise<ComposedBackends['addresses']> {
  const lines = (await readFile(join(root, '.env'), 'utf8')).matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm);
  const settings = { ...Object.fromEntries([...lines].map(([, name, value]) => [name, value])), ...environment };
  const addresses: Record<BackendName, string> = {
    postgres: `postgres://postgres:${settings.PRECIS_POSTGRES_PASSWORD}@127.0.0.1:${settings.PRECIS_POSTGRES_PORT || 45432}/postgres`,
    redis: `redis://127.0.0.1:${settings.PRECIS_REDIS_PORT || 46379}`,
    kafka: `127.0.0.1:${settings.PRECIS_KAFKA_PORT || 49092}`,
  };
  return Object.fromEntries(names.map((name) => [name, addresses[name]]));
}
