import 'reflect-metadata';
import { runRewrapCommand } from './operator/rewrap-command.js';

process.exitCode = await runRewrapCommand(process.env, (line) => console.log(line));
