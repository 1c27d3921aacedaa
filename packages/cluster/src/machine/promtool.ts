import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ClusterHome } from '../cluster-home.js';

const run = promisify(execFile);
const PACKAGE = 'prometheus';

/**
 * The folder with promtool, for the PATH. It is taken out of Debian's package without installing that, because the package would start a server.
 * Undefined where apt is missing: then the machine must have promtool itself.
 */
export async function ensurePromtool(
  { programs }: ClusterHome,
  tell: (line: string) => void,
): Promise<string | undefined> {
  const folder = join(programs, 'promtool');
  const found = join(folder, 'usr/bin');
  if (existsSync(join(found, 'promtool'))) return found;
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const isFetched = await run('apt-get', ['--quiet', 'download', PACKAGE], { cwd: draft }).then(
    () => true,
    () => false,
  );
  if (!isFetched) return undefined;
  tell(`taking promtool out of Debian's package ${PACKAGE}`);
  await run('sh', ['-c', 'dpkg-deb --extract *.deb . && rm *.deb'], { cwd: draft });
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
  return found;
}
