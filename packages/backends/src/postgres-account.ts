import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const UNSHARE = ['--user', '--map-user=1000', '--map-group=1000', '--'];
const NOBODY = 65534;

/**
 * The account that runs Postgres, which refuses root. `namespace` is root outside and an ordinary user inside, so it can read what only root may
 * read. `user` is another user, for machines that refuse user namespaces.
 */
export type PostgresAccount = { kind: 'self' } | { kind: 'namespace' } | { kind: 'user'; uid: number; gid: number };

/** How root runs Postgres; `auto` tries the namespace first. */
export type RootWay = 'auto' | 'namespace' | 'user';

/** Chooses the account for a cluster folder from its present owner (undefined before it exists). */
export async function choosePostgresAccount(
  way: RootWay,
  owner?: { uid: number; gid: number },
): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  if (owner && owner.uid !== 0) return { kind: 'user', ...owner };
  if (way === 'namespace' || (way === 'auto' && (await namespacesWork()))) return { kind: 'namespace' };
  return { kind: 'user', ...(await unprivilegedUser()) };
}

/** The command that runs a program as that account, in the form of spawn's arguments. */
export function commandAs(account: PostgresAccount, program: string, args: string[]) {
  const options = account.kind === 'user' ? { uid: account.uid, gid: account.gid } : {};
  // Without --fork, unshare becomes the program: the process id is the program's, and signals reach it.
  if (account.kind === 'namespace') return { file: 'unshare', args: [...UNSHARE, program, ...args], options };
  return { file: program, args, options };
}

/** Whether the account has access to every folder on the way to `path`. */
export async function canReach(account: PostgresAccount, path: string): Promise<boolean> {
  if (account.kind !== 'user') return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const { uid, gid, mode } = await stat(folder);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (dirname(folder) === folder) return true;
  }
}

async function namespacesWork(): Promise<boolean> {
  return run('unshare', [...UNSHARE, 'true'], { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  const found = lines.find((fields) => fields[0] === 'postgres') ?? lines.find((fields) => fields[0] === 'nobody');
  return found ? { uid: Number(found[2]), gid: Number(found[3]) } : { uid: NOBODY, gid: NOBODY };
}
