import 'reflect-metadata';
import { runMigrateCommand } from '@precis/runtime/migrate-command';
import { openBillingDatabase } from './billing-database.js';

process.exitCode = await runMigrateCommand('billing', process.env, openBillingDatabase, (line) => console.log(line));
