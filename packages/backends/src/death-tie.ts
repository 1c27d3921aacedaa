import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Words to put before a program's own: where Linux offers it, the program then gets the signal also when the Node process that started
 * it was killed. Without it the program would run for ever. The program keeps the child's process number.
 */
export async function deathTie(signal: NodeJS.Signals): Promise<string[]> {
  const tie = ['setpriv', '--pdeathsig', signal.replace('SIG', '')];
  return run(tie[0], [...tie.slice(1), 'true']).then(
    () => tie,
    () => [],
  );
}
