import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_LIMIT_MS = 600_000;
const LEAST_GO = [1, 26];

/** Programs and the Debian package of each. Error messages name both, so that users of other systems know what to look for. */
const PROGRAMS: Record<string, string> = {
  containerd: 'containerd',
  ctr: 'containerd',
  runc: 'runc',
  buildah: 'buildah',
  debootstrap: 'debootstrap',
  iptables: 'iptables',
  nft: 'nftables',
  conntrack: 'conntrack',
  openssl: 'openssl',
  ip: 'iproute2',
  sysctl: 'procps',
  nsenter: 'util-linux',
};
const PLUGINS = { path: '/usr/lib/cni/bridge', name: 'containernetworking-plugins' };

/** Says why a cluster cannot run here, for the person who asked for one. */
export class NeedsError extends Error {}

/** Installs missing packages when run as root on Debian; otherwise throws an error that names them. */
export async function ensureNeeds(tell: (line: string) => void): Promise<void> {
  if (process.platform !== 'linux') throw new NeedsError('needs Linux: Kubernetes runs in namespaces of this kernel');
  if (process.getuid?.() !== 0)
    throw new NeedsError('needs root, for namespaces and containers: sudo make test-cluster');
  const canMount = await succeeds('unshare', ['--mount', '--net', '--pid', '--fork', 'true']);
  if (!canMount) throw new NeedsError('this root may not make namespaces (a container without CAP_SYS_ADMIN?)');
  await ensurePackages(tell);
  await ensureGo();
}

async function ensurePackages(tell: (line: string) => void): Promise<void> {
  const missing = await missingPackages();
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (!(await isProgram('apt-get'))) throw new NeedsError(`needs what Debian has as ${missing.join(', ')}`);
  tell(`installing ${missing.join(', ')}`);
  // A new image has no package lists; old ones name files that no longer exist.
  await apt('update').catch(() => tell('the package lists could not be refreshed'));
  await apt('install', '-y', '--no-install-recommends', ...missing).catch(() => undefined);
  const still = await missingPackages();
  if (still.length > 0) throw new NeedsError(`needs ${still.join(', ')}, also after: ${command}`);
}

async function missingPackages(): Promise<string[]> {
  const missing = new Set<string>();
  for (const [program, name] of Object.entries(PROGRAMS)) if (!(await isProgram(program))) missing.add(name);
  if (!(await isFile(PLUGINS.path))) missing.add(PLUGINS.name);
  return [...missing].sort();
}

async function ensureGo(): Promise<void> {
  const printed = await run('go', ['env', 'GOVERSION'], { cwd: '/' }).then(
    ({ stdout }) => stdout,
    () => '',
  );
  const [, major = 0, minor = 0] = /go(\d+)\.(\d+)/.exec(printed) ?? [];
  // From 1.21 on, Go downloads the toolchain that a module asks for, unless that is switched off.
  const fetches = Number(minor) >= 21 && (await goEnv('GOTOOLCHAIN')) !== 'local';
  if (Number(major) === LEAST_GO[0] && (Number(minor) >= LEAST_GO[1] || fetches)) return;
  throw new NeedsError(
    `needs Go ${LEAST_GO.join('.')} or newer, or 1.21 with GOTOOLCHAIN=auto${printed ? `; found ${printed.trim()}` : ''}`,
  );
}

const goEnv = (name: string) => run('go', ['env', name], { cwd: '/' }).then(({ stdout }) => stdout.trim());

async function isProgram(name: string): Promise<boolean> {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  for (const folder of folders) if (await isFile(join(folder, name))) return true;
  return false;
}

const isFile = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const succeeds = (program: string, args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  );

async function apt(...args: string[]): Promise<void> {
  const words = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=120', ...args];
  await run('env', words, { timeout: INSTALL_LIMIT_MS, maxBuffer: 20_000_000 });
}
