import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, readdir, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { readClusterMarker, writeClusterMarker } from './cluster-marker.js';
import { moveCluster } from './move-cluster.js';
import { canReach, choosePostgresAccount, type PostgresAccount, type RootWay } from './postgres-account.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import { endOrphan } from './postgres-orphan.js';
import { runInitdb } from './run-initdb.js';
import { binariesFor, unprivilegedHome } from './unprivileged-home.js';
import { writePrivateFile } from './write-private-file.js';

/** A complete cluster that no process uses, ready to be started. */
export interface Cluster {
  path: string;
  account: PostgresAccount;
  nativeDir: string;
  superuserPassword: string;
}

interface ClusterOptions {
  dataDir: string;
  binaries: PostgresBinaries;
  rootWay: RootWay;
  durable: boolean;
}

/** Opens the cluster of a data folder and ends processes that still use it; creates one when none was ever completed. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const marker = await readClusterMarker(options.dataDir);
  if (!marker) return createCluster(options);
  const { dataDir, binaries } = options;
  const path = resolve(dataDir, marker.path);
  const status = await stat(path).catch(() => undefined);
  // Never replaced by an empty cluster: somebody who lost a folder must learn of it, and not find all accounts gone.
  if (!status)
    throw new Error(`The database files at ${path} are missing. Put them back, or remove ${dataDir} to start empty.`);
  if (marker.major !== majorOf(binaries)) {
    throw new Error(`The database at ${path} is of Postgres ${marker.major}, this is Postgres ${majorOf(binaries)}.`);
  }
  await endOrphan(path);
  const account = await choosePostgresAccount(options.rootWay, status);
  const nativeDir = await binariesFor(account, binaries);
  const superuserPassword = await readPassword(dataDir);
  if (account.kind !== 'user' || status.uid === account.uid) return { path, account, nativeDir, superuserPassword };
  const place = await placeFor(account, dataDir);
  await moveCluster(path, resolve(dataDir, place), account);
  await writeClusterMarker(dataDir, { ...marker, path: place });
  if (isAbsolute(place)) await rm(path, { recursive: true, force: true });
  return { path: resolve(dataDir, place), account, nativeDir, superuserPassword };
}

async function createCluster({ dataDir, binaries, rootWay, durable }: ClusterOptions): Promise<Cluster> {
  const account = await choosePostgresAccount(rootWay);
  const nativeDir = await binariesFor(account, binaries);
  const place = await placeFor(account, dataDir);
  const path = resolve(dataDir, place);
  await removeRemains(path);
  const superuserPassword = randomBytes(24).toString('hex');
  await writePrivateFile(passwordFile(dataDir), superuserPassword);
  await runInitdb({ account, nativeDir, path, superuserPassword, durable });
  await writeClusterMarker(dataDir, { path: place, major: majorOf(binaries) });
  return { path, account, nativeDir, superuserPassword };
}

/** Inside the data folder when the account can reach it, otherwise in root's public folder, under a unique name. */
async function placeFor(account: PostgresAccount, dataDir: string): Promise<string> {
  if (await canReach(account, dataDir)) return 'cluster';
  const folder = join(await unprivilegedHome(), createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return join(folder, 'cluster');
}

/** Without a marker nothing was ever stored: the files are of an interrupted initdb. */
async function removeRemains(path: string): Promise<void> {
  const parent = resolve(path, '..');
  for (const name of await readdir(parent)) {
    const isRemains = name === 'cluster' || name.startsWith('cluster.new-');
    // An initdb that outlived its parent may still write. Its folder is useless, and the next start removes it.
    if (isRemains) await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function readPassword(dataDir: string): Promise<string> {
  return readFile(passwordFile(dataDir), 'utf8').catch(() => {
    throw new Error(
      `${passwordFile(dataDir)} is missing or cannot be read. Put it back: the database cannot be opened without it.`,
    );
  });
}

const passwordFile = (dataDir: string) => join(dataDir, 'superuser-password');
const majorOf = (binaries: PostgresBinaries) => binaries.version.split('.')[0];
