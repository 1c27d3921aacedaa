import 'reflect-metadata';
import { runMigrateCommand } from '@precis/runtime/migrate-command';
import { openUsageDatabase } from './usage-database.js';

process.exitCode = await runMigrateCommand('usage', process.env, openUsageDatabase, (line) => console.log(line));
