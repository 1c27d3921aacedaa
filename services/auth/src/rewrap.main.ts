import 'reflect-metadata';
import { runRewrapCommand } from './vault/rewrap-command.js';

process.exitCode = await runRewrapCommand(process.env, (line) => console.log(line));
