import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type ClusterHome, repositoryFolder } from '../cluster-home.js';
import { runInto } from '../machine/run-loud.js';
import type { Buildah } from './buildah.js';

const run = promisify(execFile);
const SUITE = 'trixie';
/** The names that deploy/Dockerfile uses. */
const DEBIAN = `docker.io/library/debian:${SUITE}-slim`;
const NODE = `docker.io/library/node:24-${SUITE}-slim`;
/** Files that Debian's own slim images omit too. */
const NOT_IN_SLIM = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
  'var/cache/apt',
  'var/lib/apt/lists',
];

/** As in Debian's images: otherwise every `apt-get install` leaves 90 MB of caches in its layer. */
const LEAVES_NOTHING = `DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };
APT::Update::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/*.bin || true"; };
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
`;

/** Builds replacements for the two base images of deploy/Dockerfile from Debian's archive and npm, so that no image registry is needed. */
export async function ensureBaseImages(
  buildah: Buildah,
  home: ClusterHome,
  tell: (line: string) => void,
): Promise<void> {
  if (!(await buildah.has(DEBIAN))) {
    tell(`making ${DEBIAN} with debootstrap`);
    await makeDebian(buildah, home);
  }
  if (!(await buildah.has(NODE))) {
    tell(`making ${NODE}`);
    await makeNode(buildah, home);
  }
}

async function makeDebian(buildah: Buildah, home: ClusterHome): Promise<void> {
  await inFreshFolder(home, async (folder) => {
    const root = join(folder, 'root');
    const mirror = await mirrorOfTheMachine();
    const words = ['debootstrap', '--variant=minbase', SUITE, root, ...(mirror ? [mirror] : [])];
    await mkdir(home.logs, { recursive: true });
    await runInto(join(home.logs, 'debootstrap.log'), words);
    for (const path of NOT_IN_SLIM) await rm(join(root, path), { recursive: true, force: true });
    await mkdir(join(root, 'var/lib/apt/lists/partial'), { recursive: true });
    await mkdir(join(root, 'var/cache/apt/archives/partial'), { recursive: true });
    await writeFile(join(root, 'etc/apt/apt.conf.d/docker-clean'), LEAVES_NOTHING);
    await buildah.imageOf(root, DEBIAN, 'scratch', '--cmd', 'bash');
  });
}

/** The package mirror of this machine, if it runs Debian; otherwise debootstrap chooses one. */
async function mirrorOfTheMachine(): Promise<string | undefined> {
  const words = ['indextargets', '--format', '$(ORIGIN) $(SITE)', 'Identifier: Packages'];
  const { stdout } = await run('apt-get', words).catch(() => ({ stdout: '' }));
  return /^Debian (\S+\/debian\/?)$/m.exec(stdout)?.[1];
}

/** Installs the Node version of package-lock.json, which runs npm until `npm ci` has installed the same one. */
async function makeNode(buildah: Buildah, home: ClusterHome): Promise<void> {
  await inFreshFolder(home, async (folder) => {
    const root = join(folder, 'root');
    await mkdir(join(root, 'usr/local/bin'), { recursive: true });
    await mkdir(join(root, 'usr/local/lib/node_modules'), { recursive: true });
    await cp(process.execPath, join(root, 'usr/local/bin/node'));
    await cp(await npmFolder(), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
    await buildah.imageOf(root, NODE, DEBIAN, '--cmd', 'node');
  });
}

async function npmFolder(): Promise<string> {
  const { stdout } = await run('sh', ['-c', 'command -v npm'], { cwd: repositoryFolder });
  return dirname(dirname(realpathSync(stdout.trim())));
}

/** Arguments that give a build this machine's access to Debian and npm. Mounted, so that no layer contains it. */
export async function registryMounts(home: ClusterHome): Promise<string[]> {
  const folder = join(home.storage, 'lent');
  await mkdir(folder, { recursive: true });
  const { stdout } = await run('apt-config', ['dump']).catch(() => ({ stdout: '' }));
  const apt = stdout.split('\n').filter((line) => /^Acquire::(http|https|ftp|Retries)/.test(line));
  await writeFile(join(folder, 'apt.conf'), `${apt.join('\n')}\n`);
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  const hasAuthorities = authorities !== undefined && existsSync(authorities);
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry'], { cwd: '/' });
  const lines = [`registry=${registry.trim()}`, ...(hasAuthorities ? ['cafile=/usr/local/etc/authorities.crt'] : [])];
  await writeFile(join(folder, 'npmrc'), `${lines.join('\n')}\n`, { mode: 0o600 });
  const mount = (from: string, to: string) => ['--volume', `${from}:${to}:ro`];
  return [
    ...mount(join(folder, 'apt.conf'), '/etc/apt/apt.conf.d/90-of-the-machine'),
    ...mount(join(folder, 'npmrc'), '/usr/local/etc/npmrc'),
    ...(hasAuthorities ? mount(realpathSync(authorities), '/usr/local/etc/authorities.crt') : []),
  ];
}

async function inFreshFolder(home: ClusterHome, work: (folder: string) => Promise<void>): Promise<void> {
  await mkdir(home.folder, { recursive: true });
  const folder = await mkdtemp(join(home.folder, 'draft-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
