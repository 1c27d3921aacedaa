import type { ChildProcess } from 'node:child_process';

const children = new Map<ChildProcess, NodeJS.Signals>();

/**
 * Ends a child with this process, however it ends short of a kill -9: a second Ctrl-C, an error nobody caught. Nothing can be
 * waited for in that moment, hence one signal. One listener for all children: Node warns of a leak from the eleventh on.
 */
export function endWithNode(child: ChildProcess, signal: NodeJS.Signals): void {
  if (children.size === 0) process.on('exit', endAll);
  children.set(child, signal);
  // Comes also after a start that failed, unlike `exit`.
  child.once('close', () => {
    children.delete(child);
    if (children.size === 0) process.removeListener('exit', endAll);
  });
}

function endAll(): void {
  for (const [child, signal] of children) child.kill(signal);
}
