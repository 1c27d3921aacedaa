import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { EngineLogger } from './engine-logger.js';

const run = promisify(execFile);
const LEAST_JAVA = 17;
const PACKAGES = ['openjdk-17-jre-headless', 'maven'];
const INSTALL_TIMEOUT_MS = 300_000;

/** The major version in what `java -version` prints; 0 when it is not understood. Java 8 calls itself 1.8. */
export function javaMajor(printed: string): number {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(printed) ?? [];
  return Number(first === '1' ? second : (first ?? 0));
}

/** Makes sure that java (17 or newer) and mvn are on the PATH; root on Debian installs what is missing. */
export async function ensureJavaToolchain(logger: EngineLogger): Promise<void> {
  const missing = await whatIsMissing();
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`;
  if (process.getuid?.() !== 0) throw new Error(`Kafka needs ${missing.join(' and ')}. On Debian: ${command}`);
  logger.info(`Kafka needs ${missing.join(' and ')}: installing.`);
  // A fresh image has no package lists, or such old ones that their files are gone.
  await apt('update').catch(() => logger.warn('The package lists could not be refreshed.'));
  await apt('install', '-y', '--no-install-recommends', ...PACKAGES);
  const still = await whatIsMissing();
  if (still.length > 0) throw new Error(`Kafka needs ${still.join(' and ')}, also after ${command}`);
}

async function whatIsMissing(): Promise<string[]> {
  const java = await run('java', ['-version'], { timeout: 30_000 }).catch(() => ({ stdout: '', stderr: '' }));
  const maven = await run('mvn', ['-v'], { timeout: 30_000 }).catch(() => undefined);
  const hasJava = javaMajor(java.stderr + java.stdout) >= LEAST_JAVA;
  return [...(hasJava ? [] : [`java ${LEAST_JAVA} or newer`]), ...(maven ? [] : ['mvn'])];
}

async function apt(...args: string[]): Promise<void> {
  const command = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=120', ...args];
  await run('env', command, { timeout: INSTALL_TIMEOUT_MS, maxBuffer: 20_000_000 });
}
