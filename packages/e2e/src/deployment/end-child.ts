import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Longer than a process may drain. One that takes longer hangs, and is killed. */
const STOP_LIMIT_MS = 67_000;

/** Whether the process has exited or was ended by a signal. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Sends the signal and waits for the end. Returns the exit code; null when it was killed. */
export async function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (!hasEnded(child)) {
    const exited = once(child, 'exit');
    child.kill(signal);
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await exited;
    clearTimeout(force);
  }
  return child.exitCode;
}
