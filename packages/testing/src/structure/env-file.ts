import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './repository-files.js';

/** Runs what `make up` runs, on the given file. */
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

/** Does `act` with a fresh folder, which is removed again. */
export function inFolder<T>(act: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'precis-env-'));
  try {
    return act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
