import { bundleProgram } from './bundle-program.mjs';

/** Bundles the programs of the given workspaces, one after the other. */
const workspaces = process.argv.slice(2);
if (workspaces.length === 0) {
  console.error('usage: bundle-programs.main.mjs WORKSPACE..., such as services/usage or packages/operator');
  process.exit(2);
}
for (const workspace of workspaces) await bundleProgram(workspace);
