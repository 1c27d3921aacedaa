import 'reflect-metadata';
import { runMailsCommand } from './operator/mails-command.js';

process.exitCode = await runMailsCommand(process.argv.slice(2), process.env, (line) => console.log(line));
