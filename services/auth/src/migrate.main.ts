import 'reflect-metadata';
import { runMigrateCommand } from '@precis/runtime/migrate-command';
import { openAuthDatabase } from './auth-database.js';

process.exitCode = await runMigrateCommand('auth', process.env, openAuthDatabase, (line) => console.log(line));
