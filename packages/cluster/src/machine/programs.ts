import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClusterHome, packageFolder } from '../cluster-home.js';
import { runInto } from './run-loud.js';

/** The programs of one Go module of this package: file names by their package. */
interface GoModule {
  programs: Record<string, string>;
  /** Further names of a program that acts by the name it is called with. */
  names?: string[];
  linked?: string[];
}

const KUBERNETES = '1.37.2';
const [MAJOR, MINOR] = KUBERNETES.split('.');
/** Without these flags the parts report v0.0.0, and clients reject the difference. */
const VERSION = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((at) => [
  `-X ${at}.gitVersion=v${KUBERNETES}`,
  `-X ${at}.gitMajor=${MAJOR}`,
  `-X ${at}.gitMinor=${MINOR}`,
  `-X ${at}.gitTreeState=clean`,
  `-X ${at}.gitCommit=module`,
  `-X ${at}.buildDate=2026-11-25T00:00:00Z`,
]);

const MODULES: Record<string, GoModule> = {
  kube: {
    programs: { 'kube-all': '.' },
    names: ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy', 'kubectl'],
    linked: VERSION,
  },
  tools: { programs: { coredns: './coredns', pause: './pause', helm: 'helm.sh/helm/v4/cmd/helm' } },
  'metrics-server': { programs: { 'metrics-server': 'sigs.k8s.io/metrics-server/cmd/metrics-server' } },
  checks: {
    programs: {
      kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform',
      'kube-score': 'github.com/zegl/kube-score/cmd/kube-score',
    },
  },
};

/**
 * The folders with Kubernetes, helm and the other programs, for the PATH. Builds a program when this version of its sources has not been built yet.
 */
export async function ensurePrograms(home: ClusterHome, tell: (line: string) => void): Promise<string[]> {
  const folders = [];
  for (const [name, module] of Object.entries(MODULES)) folders.push(await ensureModule(home, name, module, tell));
  return folders;
}

async function ensureModule(
  home: ClusterHome,
  name: string,
  module: GoModule,
  tell: (line: string) => void,
): Promise<string> {
  const sources = join(packageFolder, 'go', name);
  const folder = join(home.programs, `${name}-${keyOf(sources, module)}`);
  if (await stat(folder).catch(() => undefined)) return folder;
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await mkdir(home.logs, { recursive: true });
  const env = { ...process.env, CGO_ENABLED: '0', GOGC: '400' };
  for (const [program, at] of Object.entries(module.programs)) {
    tell(`building ${program}`);
    // Debug information would make both the build time and the 160 MB of Kubernetes a third larger.
    const flags = ['-buildvcs=false', '-trimpath', '-gcflags=all=-dwarf=false'];
    const linked = ['-s', '-w', ...(module.linked ?? [])].join(' ');
    const words = ['go', 'build', ...flags, '-ldflags', linked, '-o', join(draft, program), at];
    await runInto(join(home.logs, `build-${name}.log`), words, { cwd: sources, env });
  }
  for (const other of module.names ?? []) await symlink(Object.keys(module.programs)[0], join(draft, other));
  await rename(draft, folder);
  await removeOlder(home.programs, name, folder);
  return folder;
}

function keyOf(sources: string, module: GoModule): string {
  const hash = createHash('sha256').update(JSON.stringify(module)).update(process.arch);
  for (const path of globSync('**/*', { cwd: sources }).sort())
    if (/\.(go|mod|sum)$/.test(path)) hash.update(path).update(readFileSync(join(sources, path)));
  return hash.digest('hex').slice(0, 12);
}

async function removeOlder(programs: string, name: string, current: string): Promise<void> {
  const older = (await readdir(programs)).filter(
    (one) => one.startsWith(`${name}-`) && /-[0-9a-f]{12}(\.new)?$/.test(one) && join(programs, one) !== current,
  );
  const own = older.filter((one) => one.replace(/-[0-9a-f]{12}(\.new)?$/, '') === name);
  for (const one of own) await rm(join(programs, one), { recursive: true, force: true });
}
