import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Longer than a process gives itself to drain: past it, it hangs. */
const STOP_LIMIT_MS = 67_000;

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Sends the signal and waits for the end. Answers the exit code; null when it was, or had to be, killed. */
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
