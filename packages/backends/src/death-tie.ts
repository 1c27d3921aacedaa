import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Returns the words to put before a command (setpriv --pdeathsig), so that the kernel sends the program `signal` when this Node process ends, even by
 * SIGKILL. Otherwise the program would run for ever.
 * setpriv becomes the program, so the process id of the child is the program's. Empty where setpriv is missing, as outside of Linux.
 */
export async function deathTie(signal: NodeJS.Signals): Promise<string[]> {
  const tie = ['setpriv', '--pdeathsig', signal.replace('SIG', '')];
  return run(tie[0], [...tie.slice(1), 'true']).then(
    () => tie,
    () => [],
  );
}
