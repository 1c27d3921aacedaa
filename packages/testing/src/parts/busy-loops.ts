import { spawn } from 'node:child_process';

/** Ends with its parent process, however that one ends. */
const LOOP = `while (process.ppid === ${process.pid});`;

/** Loops that take `count` cores' worth of time from everything else on the machine, until `stop` is called. */
export function keepBusy(count: number): { pids: number[]; stop: () => void } {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', LOOP], { stdio: 'ignore' }));
  return {
    pids: loops.flatMap(({ pid }) => pid ?? []),
    stop: () => {
      for (const loop of loops) loop.kill('SIGKILL');
    },
  };
}
