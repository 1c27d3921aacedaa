import { readFile } from 'node:fs/promises';

/** The last lines of a program's log, joined to one line for an error message. */
export async function logTail(logFile: string): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-8).join(' | ') || 'it left no log';
}
