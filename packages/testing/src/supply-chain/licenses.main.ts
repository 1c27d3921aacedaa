import { join } from 'node:path';
import { licenseCounts, licenseFaults, lockedPackages } from './licenses.js';

/** `make licenses` lists the licenses of the installed packages; exits with 1 when one is unknown or not allowed. */
const packages = lockedPackages(join(import.meta.dirname, '../../../..'));
for (const [name, count] of licenseCounts(packages)) console.log(`${String(count).padStart(5)}  ${name}`);
const faults = licenseFaults(packages);
if (faults.length > 0)
  console.error(`\nNot allowed (packages/testing/src/supply-chain/licenses.ts):\n  ${faults.join('\n  ')}`);
process.exitCode = faults.length > 0 ? 1 : 0;
