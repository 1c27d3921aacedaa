import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FETCH_TIMEOUT_MS = 300_000;
const ONLY_DEPENDS = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map(
  (kind) => `--no-${kind}`,
);

/**
 * Unpacks Debian's redis-server and the libraries that are missing here into `target`, atomically. Nothing is installed, because an installation
 * would start a system-wide Redis, and need root. apt checks the signatures.
 */
export async function unpackRedis(target: string): Promise<void> {
  await mkdir(join(target, '..'), { recursive: true });
  const draft = await mkdtemp(`${target}.new-`);
  try {
    const options = await packageLists(join(draft, 'apt'));
    const packages = ['redis-server', 'redis-tools', ...(await missingLibraries(options))];
    await run('apt-get', ['-q', ...options, 'download', ...packages], { cwd: draft, timeout: FETCH_TIMEOUT_MS });
    const archives = (await readdir(draft)).filter((name) => name.endsWith('.deb'));
    for (const archive of archives)
      await run('dpkg-deb', ['-x', join(draft, archive), join(draft, 'root')], { timeout: FETCH_TIMEOUT_MS });
    await rename(join(draft, 'root'), target).catch((error: NodeJS.ErrnoException) => {
      // Another start was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Fetches separate package lists: a new image has none, an old one's files no longer exist, and only root may renew the system's. */
async function packageLists(folder: string): Promise<string[]> {
  await mkdir(join(folder, 'lists/partial'), { recursive: true });
  await mkdir(join(folder, 'cache/archives/partial'), { recursive: true });
  const options = ['-o', `Dir::State::Lists=${join(folder, 'lists')}`, '-o', `Dir::Cache=${join(folder, 'cache')}`];
  await run('apt-get', ['-q', ...options, 'update'], { timeout: FETCH_TIMEOUT_MS });
  return options;
}

async function missingLibraries(options: string[]): Promise<string[]> {
  const { stdout } = await run('apt-cache', [...options, 'depends', '--recurse', ...ONLY_DEPENDS, 'redis-tools'], {
    maxBuffer: 20_000_000,
  });
  const names = [...new Set(stdout.split('\n').filter((line) => /^lib[a-z0-9.+-]+$/.test(line)))];
  const present = await Promise.all(names.map(isInstalled));
  return names.filter((_, index) => !present[index]);
}

function isInstalled(name: string): Promise<boolean> {
  return run('dpkg-query', ['-W', '-f', '${db:Status-Status}', name]).then(
    ({ stdout }) => stdout.includes('installed') && !stdout.includes('not-installed'),
    () => false,
  );
}
