import 'reflect-metadata';
import { runMigrateCommand } from '@precis/runtime/migrate-command';
import { openDatabase } from './database.js';

process.exitCode = await runMigrateCommand('referrals', process.env, openDatabase, (line) => console.log(line));
