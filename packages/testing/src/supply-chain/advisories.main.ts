import { join } from 'node:path';
import { auditAdvisories } from './advisories.js';

/** `make audit` */
const { exitCode, lines } = await auditAdvisories(join(import.meta.dirname, '../../../..'), process.env);
for (const line of lines) (exitCode === 0 ? console.log : console.error)(line);
process.exitCode = exitCode;
