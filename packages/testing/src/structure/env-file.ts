import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './repository-files.js';

/** Runs the same script as `make up`, on the given file. */
export function makeEnv(path: string): void {
  execFileSync(process.execPath, [join(ROOT, 'deploy/make-env.main.mjs'), path], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
}

/** The pairs of an .env file. */
export function readEnv(path: string): Record<string, string> {
  return Object.fromEntries(
    [...readFileSync(path, 'utf8').matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
}

/** Runs `act` with a new folder, and removes the folder afterwards. */
export function inFolder<T>(act: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'precis-env-'));
  try {
    return act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
