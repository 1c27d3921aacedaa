import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BackendLogger } from './backend-logger.js';

const run = promisify(execFile);
const LEAST_JAVA = 17;
/** The names of Debian's default packages: Java 17 in bookworm, 21 in trixie. */
const PACKAGES = { java: 'default-jre-headless', mvn: 'maven' };
const INSTALL_TIMEOUT_MS = 300_000;

/** The major version in the output of `java -version`; 0 when it cannot be read. Java 8 reports 1.8. */
export function javaMajor(printed: string): number {
  const [, first, second] = /version "(\d+)(?:\.(\d+))?/.exec(printed) ?? [];
  return Number(first === '1' ? second : (first ?? 0));
}

type Program = keyof typeof PACKAGES;

/** Ensures that java (17 or newer) and, to fetch Kafka, mvn are on the PATH; as root on Debian it installs what is missing. */
export async function ensureJavaToolchain(logger: BackendLogger, programs: Program[] = ['java', 'mvn']): Promise<void> {
  const missing = await whatIsMissing(programs);
  if (missing.length === 0) return;
  const packages = programs.map((program) => PACKAGES[program]);
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  if (process.getuid?.() !== 0 || !(await hasApt()))
    throw new Error(`Kafka needs ${missing.join(' and ')}. On Debian: ${command}`);
  logger.info(`Kafka needs ${missing.join(' and ')}: installing.`);
  // A new image has no package lists, or old ones that name files which no longer exist.
  await apt('update').catch(() => logger.warn('The package lists could not be refreshed.'));
  await apt('install', '-y', '--no-install-recommends', ...packages);
  const still = await whatIsMissing(programs);
  if (still.length > 0) throw new Error(`Kafka needs ${still.join(' and ')}, also after ${command}`);
}

async function whatIsMissing(programs: Program[]): Promise<string[]> {
  const looks: Record<Program, () => Promise<string[]>> = {
    java: async () => {
      const java = await run('java', ['-version'], { timeout: 30_000 }).catch(() => ({ stdout: '', stderr: '' }));
      return javaMajor(java.stderr + java.stdout) >= LEAST_JAVA ? [] : [`java ${LEAST_JAVA} or newer`];
    },
    mvn: async () => ((await runs('mvn', '-v')) ? [] : ['mvn']),
  };
  return (await Promise.all(programs.map((program) => looks[program]()))).flat();
}

const hasApt = () => runs('apt-get', '--version');

function runs(file: string, ...args: string[]): Promise<boolean> {
  return run(file, args, { timeout: 30_000 }).then(
    () => true,
    () => false,
  );
}

async function apt(...args: string[]): Promise<void> {
  const command = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=120', ...args];
  await run('env', command, { timeout: INSTALL_TIMEOUT_MS, maxBuffer: 20_000_000 });
}
