import type { ChildProcess } from 'node:child_process';

/**
 * Ends a child with this process, however it ends short of a kill -9: a second Ctrl-C, an error nobody caught. Nothing can be
 * waited for in that moment, hence one signal.
 */
export function endWithNode(child: ChildProcess, signal: NodeJS.Signals): void {
  const end = () => void child.kill(signal);
  process.once('exit', end);
  child.once('exit', () => process.removeListener('exit', end));
}
