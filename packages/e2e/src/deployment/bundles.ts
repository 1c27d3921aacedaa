import { runCommand } from './run-command.js';

const made = new Map<string, Promise<unknown>>();

/**
 * Bundles the built programs of workspaces such as `services/usage`, as their images do, once per process: a bundle starts with two thirds of the
 * work. Does nothing when a bundle is newer than the build.
 */
export async function bundle(...workspaces: string[]): Promise<void> {
  const missing = workspaces.filter((workspace) => !made.has(workspace));
  if (missing.length > 0) {
    const run = runCommand('deploy/bundle-programs.main.mjs', {}, missing);
    for (const workspace of missing) made.set(workspace, run);
    run.catch(() => missing.forEach((workspace) => made.delete(workspace)));
  }
  await Promise.all(workspaces.map((workspace) => made.get(workspace)));
}
