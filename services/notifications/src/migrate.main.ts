import 'reflect-metadata';
import { runMigrateCommand } from '@precis/runtime/migrate-command';
import { openNotificationsDatabase } from './notifications-database.js';

process.exitCode = await runMigrateCommand('notifications', process.env, openNotificationsDatabase, (line) =>
  console.log(line),
);
