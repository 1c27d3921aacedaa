import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { builtFile, sourceFile } from '../parts/built-file.js';
import type { BackendName } from './backend.js';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;

/** A file that imports one of these, directly or indirectly, needs the backend. */
const SOURCES: Record<BackendName, string[]> = {
  postgres: [
    'packages/backends/src/postgres-backend.ts',
    'packages/backends/src/postgres-binaries.ts',
    'packages/testing/src/postgres.ts',
  ],
  redis: ['packages/backends/src/redis-backend.ts', 'packages/testing/src/redis.ts'],
  kafka: ['packages/backends/src/kafka-backend.ts', 'packages/testing/src/kafka.ts'],
};

/**
 * The test files that need a missing backend, relative to the root. Determined from their imports as jest resolves them, so that no list must be
 * maintained. Tests over HTTP start the product as a separate process, which no import shows; without Postgres none of them can run.
 */
export async function leftOutSpecs(root: string, missing: BackendName[]): Promise<string[]> {
  if (missing.length === 0) return [];
  const list = async (...args: string[]) => {
    const jest = ['node_modules/jest/bin/jest.js', '--listTests', '--json', ...args];
    const { stdout } = await run(process.execPath, jest, { cwd: root, timeout: TIMEOUT_MS, maxBuffer: 20_000_000 });
    return (JSON.parse(stdout.slice(stdout.indexOf('['))) as string[]).map((path) =>
      sourceFile(relative(root, path), (source) => existsSync(join(root, source))),
    );
  };
  const needing = await list('--findRelatedTests', ...missing.flatMap((name) => SOURCES[name].map(builtFile)));
  const overHttp = missing.includes('postgres') ? await list('--testPathPatterns', '\\.e2e\\.js$') : [];
  return [...new Set([...needing, ...overHttp])].sort();
}
