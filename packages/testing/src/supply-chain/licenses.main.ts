import { join } from 'node:path';
import { licenseCounts, licenseFaults, lockedPackages } from './licenses.js';

/** `make licenses`: which licenses the installed packages have; 1 when one of them is unknown or not allowed. */
const packages = lockedPackages(join(import.meta.dirname, '../../../..'));
for (const [name, count] of licenseCounts(packages)) console.log(`${String(count).padStart(5)}  ${name}`);
const faults = licenseFaults(packages);
if (faults.length > 0)
  console.error(`\nNot allowed (packages/testing/src/supply-chain/licenses.ts):\n  ${faults.join('\n  ')}`);
process.exitCode = faults.length > 0 ? 1 : 0;
