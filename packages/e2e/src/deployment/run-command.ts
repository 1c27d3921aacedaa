import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../../..');
const LIMIT_MS = 120_000;

/** Runs a built command of the product like an operator, with only these settings; returns its output. */
export async function runCommand(path: string, settings: Record<string, string>, args: string[] = []): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, path), ...args], {
    env,
    timeout: LIMIT_MS,
  }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${path} failed: ${error.stdout ?? ''}${error.stderr ?? ''}`, { cause: error });
  });
  return stdout;
}
