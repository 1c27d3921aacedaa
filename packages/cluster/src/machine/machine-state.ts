import { existsSync, globSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Kernel settings that a kubelet changes for the whole machine and never restores. */
const SYSCTLS = [
  'vm/overcommit_memory',
  'vm/panic_on_oom',
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
];
/** Folders that containerd and its plugins write to regardless of their settings. */
const FOLDERS = ['/var/lib/cni', '/var/lib/kubelet', '/etc/cni', '/opt/containerd', '/opt/cni'];
/** Control groups of a kubelet, of its runtime and of buildah, at the root of each hierarchy. */
const GROUPS = ['kubepods', 'default', 'k8s.io', 'libpod_parent', 'buildah'];
const SYSCTL_ROOT = '/proc/sys';
const GROUP_ROOT = '/sys/fs/cgroup';

/** The parts of this machine that a cluster changes, at one moment. */
export interface MachineState {
  sysctls: Record<string, string>;
  folders: string[];
  groups: string[];
  interfaces: string[];
  mounts: string[];
}

/** Reads the present state of this machine. */
export function machineState(): MachineState {
  const sysctls = SYSCTLS.filter((name) => existsSync(join(SYSCTL_ROOT, name)));
  return {
    sysctls: Object.fromEntries(sysctls.map((name) => [name, readFileSync(join(SYSCTL_ROOT, name), 'utf8').trim()])),
    folders: FOLDERS.filter((folder) => existsSync(folder)),
    groups: groups(),
    interfaces: readdirSync('/sys/class/net').sort(),
    mounts: readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' ')[1])
      .filter(Boolean)
      .sort(),
  };
}

/** Saves the state before anything is changed, so that the run after a killed one can restore it. */
export function rememberState(file: string, state: MachineState): void {
  writeFileSync(file, JSON.stringify(state), { flush: true });
}

/** The state that a killed run saved; undefined without one. */
export function rememberedState(file: string): MachineState | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as MachineState) : undefined;
}

/** Restores the saved state. Call it only when no process of the cluster is running. */
export function restoreState(found: MachineState): void {
  for (const [name, value] of Object.entries(found.sysctls)) {
    const at = join(SYSCTL_ROOT, name);
    if (readFileSync(at, 'utf8').trim() !== value) writeFileSync(at, value);
  }
  for (const folder of FOLDERS) if (!found.folders.includes(folder)) rmSync(folder, { recursive: true, force: true });
  const fresh = groups().filter((group) => !found.groups.includes(group));
  // The deepest first. The comparison reports one that still has a process.
  for (const group of fresh) for (const below of [...foldersBelow(group), group]) tryRemove(below);
}

/** What differs from the saved state, in words; empty when nothing was left. */
export function differences(found: MachineState, now = machineState()): string[] {
  const sysctls = Object.keys(found.sysctls)
    .filter((name) => now.sysctls[name] !== found.sysctls[name])
    .map((name) => `${name} is ${now.sysctls[name]} and was ${found.sysctls[name]}`);
  const more = (kind: 'folders' | 'groups' | 'interfaces' | 'mounts') =>
    now[kind].filter((one) => !found[kind].includes(one)).map((one) => `${kind}: ${one}`);
  return [...sysctls, ...more('folders'), ...more('groups'), ...more('interfaces'), ...more('mounts')];
}

function groups(): string[] {
  const places = [GROUP_ROOT, ...globSync(`${GROUP_ROOT}/*/`).sort()];
  return places.flatMap((place) => GROUPS.map((name) => join(place, name))).filter((group) => existsSync(group));
}

function foldersBelow(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names.flatMap(({ name }) => [...foldersBelow(join(folder, name)), join(folder, name)]);
}

function tryRemove(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It has a process, or has just been removed.
  }
}
