import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';

const SHOWN_LINES = 30;
/** Lower priority than anything else on the machine; not lowered twice when the whole run was started with nice. */
const PRIORITY = 10;

/** Runs a program to its end with its output in a file; the error of a failure contains the last lines. */
export async function runInto(
  logFile: string,
  words: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  await using log = await open(logFile, 'a');
  const more = Math.max(0, PRIORITY - getPriority());
  const child = spawn('nice', ['-n', String(more), ...words], { ...options, stdio: ['ignore', log.fd, log.fd] });
  const code = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => resolve(status ?? signal));
  });
  if (code === 0) return;
  const tail = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
  throw new Error(`${words.slice(0, 3).join(' ')} ended with ${code}; the end of ${logFile}:\n${tail}`);
}
