import 'reflect-metadata';
import { runMigrateCommand } from '@precis/runtime/migrate-command';
import { openSampleDatabase } from './sample-database.js';

process.exitCode = await runMigrateCommand('sample', process.env, openSampleDatabase, (line) => console.log(line));
