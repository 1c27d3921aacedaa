import { execFile } from 'node:child_process';
import { chown, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithNode } from './end-with-node.js';
import { commandAs, type PostgresAccount } from './postgres-account.js';
import { backendEnvironment } from './postgres-settings.js';

const run = promisify(execFile);
const INITDB_TIMEOUT_MS = 120_000;

/**
 * Creates a new cluster at `path`. It is built under another name next to it, because an initdb whose parent was killed continues to write and
 * would damage the folder of the next attempt.
 */
export async function runInitdb(options: {
  account: PostgresAccount;
  nativeDir: string;
  path: string;
  superuserPassword: string;
  durable: boolean;
}): Promise<void> {
  const { account, path } = options;
  const draft = await mkdtemp(`${path}.new-`);
  const passwordFolder = await mkdtemp(`${path}.new-password-`);
  const passwordFile = join(passwordFolder, 'password');
  await writeFile(passwordFile, options.superuserPassword, { mode: 0o600 });
  if (account.kind === 'user') {
    for (const item of [draft, passwordFolder, passwordFile]) await chown(item, account.uid, account.gid);
  }
  const args = [
    ...['-D', draft, '-U', 'postgres', '--pwfile', passwordFile, '--auth=scram-sha-256', '--encoding=UTF8'],
    // The built-in locale sorts alike on every machine. An update of the system's locale could change the order of indexes.
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ...(options.durable ? [] : ['--no-sync']),
  ];
  const command = commandAs(account, join(options.nativeDir, 'bin/initdb'), args);
  try {
    const making = run(command.file, command.args, {
      ...command.options,
      cwd: '/',
      env: backendEnvironment,
      timeout: INITDB_TIMEOUT_MS,
    });
    endWithNode(making.child, 'SIGTERM');
    await making;
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const { stderr, message } = error as { stderr?: string; message: string };
    throw new Error(`The database could not be set up at ${path}: ${stderr?.trim() || message}`);
  } finally {
    await rm(passwordFolder, { recursive: true, force: true });
  }
}
