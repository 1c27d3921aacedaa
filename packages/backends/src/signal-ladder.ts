import { waitUntil } from './wait-until.js';

/** A signal, and the time before the next, harsher one. */
export interface Rung {
  signal: NodeJS.Signals;
  timeoutMs: number;
}

/** Sends one signal after the other until the processes have ended; returns whether they have. */
export async function endBySignals(pids: number[], rungs: Rung[], gone: () => Promise<boolean>): Promise<boolean> {
  for (const { signal, timeoutMs } of rungs) {
    if (await gone()) return true;
    for (const pid of pids) sendSignal(pid, signal);
    if (await waitUntil(gone, timeoutMs)) return true;
  }
  return gone();
}

/** Sends a signal; a process that has already ended is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
