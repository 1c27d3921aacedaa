import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { verdictText } from './verdict-text.js';
import { type Known, verifyStatement } from './verify-statement.js';

/** Shown after the reason when the command line is wrong. */
export const USAGE = 'Usage: verify-statement FILE [--head HEX] [--count N]';

/** `verify-statement FILE`: the lines to print, and the exit code: 0 = complete and unchanged, 1 = not, 2 = not checked. Never rejects. */
export async function verifyStatementCommand(args: string[]): Promise<{ exitCode: 0 | 1 | 2; lines: string[] }> {
  let file: string;
  let known: Known;
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { head: { type: 'string' }, count: { type: 'string' } },
    });
    if (positionals.length !== 1) throw new Error('One file is needed.');
    if (values.head !== undefined && !/^[0-9a-f]{64}$/i.test(values.head)) throw new Error('A head has 64 hex digits.');
    if (values.count !== undefined && !/^\d{1,9}$/.test(values.count)) throw new Error('The count is a whole number.');
    file = positionals[0];
    known = {
      head: values.head?.toLowerCase(),
      count: values.count === undefined ? undefined : Number(values.count),
    };
  } catch (error) {
    return { exitCode: 2, lines: [(error as Error).message, USAGE] };
  }
  try {
    const verdict = await verifyStatement(createReadStream(file, 'utf8'), known);
    return { exitCode: verdict.ok ? 0 : 1, lines: verdictText(verdict) };
  } catch (error) {
    return { exitCode: 2, lines: [`The file cannot be read: ${(error as Error).message}`] };
  }
}
