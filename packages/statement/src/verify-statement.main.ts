#!/usr/bin/env node
import { verifyStatementCommand } from './verify-statement-command.js';

const { exitCode, lines } = await verifyStatementCommand(process.argv.slice(2));
for (const line of lines) console.log(line);
process.exitCode = exitCode;
