import { audit, LEDGER } from './audit.js';

const { exitCode, lines } = await audit(process.env, LEDGER);
for (const line of lines) (exitCode === 0 ? console.log : console.error)(line);
process.exitCode = exitCode;
