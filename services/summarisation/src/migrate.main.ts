import 'reflect-metadata';
import { runMigrateCommand } from '@precis/runtime/migrate-command';
import { openSummarisationDatabase } from './summarisation-database.js';

process.exitCode = await runMigrateCommand('summarisation', process.env, openSummarisationDatabase, (line) =>
  console.log(line),
);
