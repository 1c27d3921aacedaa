import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { differencesFrom } from './checksum-list.js';
import { lockDataFolder, type DataFolderLock } from './data-folder-lock.js';
import type { BackendLogger } from './backend-logger.js';
import { ensureJavaToolchain } from './java-toolchain.js';
import { waitUntil } from './wait-until.js';

const run = promisify(execFile);
const FETCH_TIMEOUT_MS = 300_000;

/** The folder of the pom, the checksums and the log settings; the same from `src` and from `dist`. */
export const kafkaFolder = fileURLToPath(new URL('../kafka/', import.meta.url));

/**
 * The folder with Kafka's jars, verified by SHA256SUMS, and a Java for them. Fetches the jars with Maven when the cache lacks them or they are
 * damaged.
 */
export async function ensureKafkaJars(cacheDir: string, logger: BackendLogger): Promise<string> {
  const list = await readFile(join(kafkaFolder, 'SHA256SUMS'), 'utf8');
  const target = join(cacheDir, 'kafka-jars');
  const isWhole = async () => (await differencesFrom(list, target)).length === 0;
  if (await isWhole()) {
    await ensureJavaToolchain(logger, ['java']); // a cache may come from another machine
    return target;
  }
  await mkdir(cacheDir, { recursive: true });
  const lock = await waitForLock(cacheDir);
  try {
    if (await isWhole()) return target; // another start has fetched them meanwhile
    await ensureJavaToolchain(logger);
    logger.info('Fetching Kafka with Maven, once.');
    const draft = await mkdtemp(`${target}.new-`);
    try {
      await fetchInto(draft).catch(() => fetchInto(draft)); // repeated once: a registry may fail briefly
      const differences = await differencesFrom(list, draft);
      if (differences.length > 0) throw new Error(`Kafka's jars differ from SHA256SUMS: ${differences.join(', ')}`);
      await rm(target, { recursive: true, force: true });
      await rename(draft, target);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    return target;
  } finally {
    lock.release();
  }
}

async function fetchInto(folder: string): Promise<void> {
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
  await run('mvn', ['-q', '-B', '-f', join(kafkaFolder, 'pom.xml'), ...goal], { timeout: FETCH_TIMEOUT_MS }).catch(
    (error: { stdout?: string; message: string }) => {
      throw new Error(
        `mvn could not fetch Kafka: ${/^\[ERROR\] (.*)$/m.exec(error.stdout ?? '')?.[1] ?? error.message.split('\n')[0]}`,
        { cause: error },
      );
    },
  );
}

/** One fetch at a time: Maven's local repository does not support several. */
async function waitForLock(cacheDir: string): Promise<DataFolderLock> {
  let lock: DataFolderLock | undefined;
  const tryIt = () => {
    try {
      lock = lockDataFolder(cacheDir, 'fetching');
    } catch (error) {
      if (!(error as Error).message.includes('already running')) throw error;
    }
    return lock !== undefined;
  };
  if (await waitUntil(tryIt, 2 * FETCH_TIMEOUT_MS, 200)) return lock!;
  throw new Error(`Another process has been fetching Kafka into ${cacheDir} for too long.`);
}
