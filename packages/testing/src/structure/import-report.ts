import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './repository-files.js';

const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/** The import rules. */
export const IMPORT_RULES = join(ROOT, '.dependency-cruiser.cjs');

/** The result of dependency-cruiser for a folder. */
export interface ImportReport {
  violations: { rule: { name: string }; from: string; to: string }[];
  totalCruised: number;
}

/** Checks the services, packages and web app below the folder against the import rules. */
export function cruise(folder: string): ImportReport {
  const args = [CRUISER, '--config', IMPORT_RULES, '--output-type', 'json', 'services', 'packages', 'web/src'];
  try {
    return summaryOf(
      execFileSync(process.execPath, args, {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 256 * 1024 * 1024,
        env: { ...process.env, NODE_OPTIONS: '' },
      }),
    );
  } catch (error) {
    const printed = (error as { stdout?: string }).stdout;
    if (!printed) throw error;
    return summaryOf(printed);
  }
}

const summaryOf = (printed: string) => (JSON.parse(printed) as { summary: ImportReport }).summary;
