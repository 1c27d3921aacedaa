import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Words to put before the words of a program. On Linux, the program then gets the signal also when its parent Node process was killed; otherwise it
 * would run for ever. The program keeps the process id of the child.
 */
export async function deathTie(signal: NodeJS.Signals): Promise<string[]> {
  const tie = ['setpriv', '--pdeathsig', signal.replace('SIG', '')];
  return run(tie[0], [...tie.slice(1), 'true']).then(
    () => tie,
    () => [],
  );
}
