import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type ClusterHome, packageFolder } from '../cluster-home.js';
import { differences, machineState, rememberedState, rememberState, restoreState } from './machine-state.js';

const NAMESPACES = ['unshare', '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
const SETTLE_TRIES = 50;

/** What a cluster needs to run, and the command that runs in it. */
export interface ClusterRun {
  home: ClusterHome;
  programs: string[];
  pauseImage: string;
  /** Runs in the cluster's namespaces when the node is ready; the cluster ends with it. */
  command: string[];
  environment: Record<string, string>;
  tell: (line: string) => void;
}

/** Starts a cluster for one command and returns the command's exit code. Restores the machine, however the cluster ends. */
export async function runInCluster(run: ClusterRun): Promise<number> {
  const { home, tell } = run;
  const file = join(home.folder, 'machine.json');
  await putBackAfterKilled(file);
  const found = machineState();
  if (found.groups.some((group) => group.endsWith('/kubepods')))
    throw new Error('a kubelet runs on this machine already (control group kubepods): two would share their pods');
  await rm(home.run, { recursive: true, force: true });
  for (const folder of [home.run, home.logs]) await mkdir(folder, { recursive: true });
  rememberState(file, found);
  let code: number;
  try {
    code = await inNamespaces(run);
  } finally {
    const left = await putBack(file, found);
    await rm(home.run, { recursive: true, force: true });
    if (left.length > 0) tell(`left behind on this machine:\n  ${left.join('\n  ')}`);
  }
  const left = differences(found);
  if (left.length > 0) return 1;
  tell('ended; settings, control groups, mounts, interfaces and folders of this machine are as they were');
  return code;
}

async function inNamespaces({ home, programs, pauseImage, command, environment }: ClusterRun): Promise<number> {
  const env = {
    ...process.env,
    ...environment,
    // The kernel's own programs are below sbin, which is not on the PATH of every root.
    PATH: [...programs, process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter),
    CLUSTER_RUN: home.run,
    CLUSTER_LOGS: home.logs,
    CLUSTER_CONTAINERD: home.containerd,
    CLUSTER_NODE: process.execPath,
    PAUSE_IMAGE: pauseImage,
  };
  const words = ['--pdeathsig', 'KILL', ...NAMESPACES, 'bash', join(packageFolder, 'node/up.sh'), ...command];
  const child = spawn('setpriv', words, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  // SIGKILL instead of SIGTERM: the kernel ends the whole namespace with its first process, and nothing in it is kept.
  const end = () => child.kill('SIGKILL');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 130));
    });
  } finally {
    for (const signal of signals) process.off(signal, end);
  }
}

async function putBackAfterKilled(file: string): Promise<void> {
  const found = rememberedState(file);
  if (found) await putBack(file, found);
}

/** The kernel takes a moment to end a namespace: until then control groups have processes. */
async function putBack(file: string, found: ReturnType<typeof machineState>): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    restoreState(found);
    const left = differences(found);
    if (left.length === 0 || tries === SETTLE_TRIES) {
      if (left.length === 0 && existsSync(file)) await rm(file);
      return left;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
