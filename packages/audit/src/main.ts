import { audit } from './audit.js';

const { exitCode, lines } = await audit(process.env);
for (const line of lines) (exitCode === 0 ? console.log : console.error)(line);
process.exitCode = exitCode;
