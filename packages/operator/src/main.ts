import { runOperator } from './operator.js';

const { exitCode, lines } = await runOperator(process.argv.slice(2), process.env);
for (const line of lines) (exitCode === 0 ? console.log : console.error)(line);
process.exitCode = exitCode;
