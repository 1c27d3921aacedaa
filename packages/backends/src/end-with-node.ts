import type { ChildProcess } from 'node:child_process';

const children = new Map<ChildProcess, NodeJS.Signals>();

/**
 * Ends a child with this process in every case except a kill -9: a second Ctrl-C, an uncaught error. Nothing can be awaited at that moment, so it
 * sends one signal. All children share one listener, because Node warns of a leak from the eleventh on.
 */
export function endWithNode(child: ChildProcess, signal: NodeJS.Signals): void {
  if (children.size === 0) process.on('exit', endAll);
  children.set(child, signal);
  // Unlike `exit`, also emitted after a failed start.
  child.once('close', () => {
    children.delete(child);
    if (children.size === 0) process.removeListener('exit', endAll);
  });
}

function endAll(): void {
  for (const [child, signal] of children) child.kill(signal);
}
